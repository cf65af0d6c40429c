"""The new-match page: what is typed and clicked becomes a plan, and what the plan says is shown with its reason."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from companion.rules import Profile, Scenario
from companion.session.match_setup import MatchPlan, PlayerBadge, build_opening, choose_first_player, plan_rematch
from companion.session.match_setup.initial_table import toss_coin
from companion.ui.start.plan_page import PlanPage
from tests.start.conftest import placed, press, rest, write

Key = Qt.Key


@pytest.fixture
def page(fresh: MatchPlan) -> Iterator[PlanPage]:
    made = PlanPage(fresh)
    with placed(made):
        made.shelf.search.setFocus()
        yield made


def words_of(part: QWidget) -> str:
    return "\n".join(label.text() for label in part.findChildren(QLabel) if label.isVisible())


def side_up(page: PlanPage) -> PlayerBadge | None:
    return page.beginning.coin.up


def test_a_die_is_found_by_a_few_letters_and_enter_adds_it_as_often_as_pressed(page: PlanPage) -> None:
    write(page.shelf.search, "heav")
    for _ in range(2):
        press(page.shelf.search, Key.Key_Return)
    assert page.plan.entrant("Blue").army == ("ogre/heavy-tank",) * 2
    assert "16 / 38 points" in words_of(page.boxes[0])
    write(page.shelf.search, "gev")
    press(page.shelf.search, Key.Key_Return)
    assert page.plan.entrant("Blue").army[-1] == "ogre/gev"
    page.shelf.search.clear()
    press(page.shelf.search, Key.Key_Backspace)
    assert page.plan.entrant("Blue").army == ("ogre/heavy-tank",) * 2


def test_ogre_an_army_over_its_limit_is_refused_with_the_reason_og_army_01(page: PlanPage) -> None:
    page.presenter.take(lambda plan: plan.with_army("Blue", ["ogre/howitzer"] * 4))
    assert "Refused: 48 points, 6 over the limit of 42." in words_of(page.boxes[0])
    assert page.presenter.problems[0] == "Blue: 48 points, 6 over the limit of 42."
    reached: list[MatchPlan] = []
    page.planned.connect(reached.append)
    page.go()
    assert reached == []
    page.presenter.take(lambda plan: plan.without_die("Blue", "ogre/howitzer"))
    page.go()
    assert len(reached) == 1


def test_a_die_that_does_not_fit_any_more_says_why_and_stays_out(page: PlanPage) -> None:
    page.presenter.take(lambda plan: plan.with_army("Blue", ["ogre/howitzer"] * 3))
    write(page.shelf.search, "heavy tank")
    press(page.shelf.search, Key.Key_Return)
    assert page.plan.entrant("Blue").army == ("ogre/howitzer",) * 3
    assert "over the limit" in words_of(page.shelf)


def test_the_next_name_takes_the_place_of_one_that_could_not_be_taken(page: PlanPage) -> None:
    page.presenter.take(lambda plan: plan.with_army("Blue", [*["ogre/heavy-tank"] * 3, "ogre/light-tank"]))
    for typed in ("heavy tank", "dragon"):
        write(page.shelf.search, typed)
        press(page.shelf.search, Key.Key_Return)
    assert "Nothing here is called that." in words_of(page.shelf)
    write(page.shelf.search, "missile")
    press(page.shelf.search, Key.Key_Return)
    assert page.plan.entrant("Blue").army[-1] == "ogre/missile-tank"


def test_what_was_typed_for_one_player_is_not_looked_for_with_the_next(page: PlanPage) -> None:
    page.presenter.take(lambda plan: plan.in_scenario(Scenario.TWO_ARMY))
    write(page.shelf.search, "heavy")
    page.choose_player("Orange")
    assert page.shelf.search.text() == ""
    write(page.shelf.search, "gev")
    press(page.shelf.search, Key.Key_Return)
    assert page.plan.entrant("Orange").army == ("ogre/gev",)


def test_the_keyboard_stays_with_the_dice_when_the_document_is_clicked_and_returns_to_them_from_a_name(
    page: PlanPage,
) -> None:
    buttons = page.findChildren(QPushButton)
    QTest.mouseClick(next(button for button in buttons if button.text() == "Cyburg"), Qt.MouseButton.LeftButton)
    assert page.focusWidget() is page.shelf.search
    page.rename_current()
    write(page.boxes[0].name, "Anna")
    press(page.boxes[0].name, Key.Key_Return)
    assert page.plan.names[0] == "Anna"
    assert page.focusWidget() is page.shelf.search


def test_cards_take_more_and_less_by_keys(page: PlanPage) -> None:
    page.presenter.take(lambda plan: plan.with_army("Blue", ["ogre/infantry"] * 2))
    rest(10)
    card = page.boxes[0].findChild(type(page.boxes[0]._cards["ogre/infantry"]))
    assert card is not None
    QTest.keyClick(card, Key.Key_Plus)
    assert page.plan.entrant("Blue").army == ("ogre/infantry",) * 3
    QTest.keyClick(card, Key.Key_Minus)
    QTest.keyClick(card, Key.Key_Minus)
    assert page.plan.entrant("Blue").army == ("ogre/infantry",)


def test_a_player_is_renamed_and_a_name_that_is_taken_is_refused(page: PlanPage) -> None:
    page.rename_current()
    write(page.boxes[0].name, "Anna")
    page.shelf.search.setFocus()
    assert page.plan.names == ("Anna", "Orange")
    assert page.presenter.current == "Anna"
    page.presenter.rename("Orange", "Anna")
    assert page.plan.names == ("Anna", "Orange")
    assert "same name" in words_of(page)
    page.presenter.rename("Orange", "   ")
    assert page.plan.names == ("Anna", "Orange")


def test_the_ogre_changes_hands_and_the_shelf_follows(page: PlanPage) -> None:
    page.presenter.step_ogre()
    assert page.plan.ogre_with == "Blue"
    assert page.presenter.current == "Orange"
    assert "Dice for Orange" in words_of(page.shelf)
    assert "Ogre Mark III" in page.boxes[0]._ogre.text()  # type: ignore[union-attr]


def test_agreements_are_folded_counted_searched_and_changed_ad_gen_04(page: PlanPage) -> None:
    assert "settings, 0 changed" in words_of(page)
    page.toggle_agreements()
    write(page.agreements.search, "zeppelin")
    assert not page.agreements.shown
    page.agreements.search.clear()
    write(page.agreements.search, "amb-04")
    assert page.agreements.shown[0] == "AMB-04"
    press(page.agreements.search, Key.Key_Return)
    assert page.plan.choices == {"AMB-04": "space"}
    assert "settings, 1 changed" in words_of(page)
    press(page.agreements.search, Key.Key_Return)
    assert page.plan.choices == {}
    page.toggle_agreements()
    assert page.shelf.search.isVisible()


def test_og_start_05_the_coin_is_thrown_shown_and_falls_as_its_seed_says(page: PlanPage) -> None:
    page.presenter.take(lambda plan: plan.in_scenario(Scenario.TWO_ARMY))
    for name in page.plan.names:
        page.presenter.take(lambda plan, name=name: plan.with_army(name, ["ogre/heavy-tank"] * 3))  # type: ignore[misc]
    assert page.beginning.coin.isVisible()
    assert side_up(page) is None
    assert any("coin" in problem for problem in page.presenter.problems)
    page.presenter.settle_first()
    assert page.plan.seed is not None
    first = toss_coin(page.plan.names, page.plan.seed)
    assert side_up(page) == page.plan.entrant(first).badge
    assert page.presenter.problems == ()


def test_og_start_04_the_smaller_army_decides_and_its_choice_is_a_key_away(page: PlanPage) -> None:
    page.presenter.take(lambda plan: plan.in_scenario(Scenario.TWO_ARMY))
    page.presenter.take(lambda plan: plan.with_army("Blue", ["ogre/heavy-tank"] * 3))
    page.presenter.take(lambda plan: plan.with_army("Orange", ["ogre/infantry"] * 3))
    assert "Orange has the smaller army" in words_of(page.beginning)
    page.presenter.settle_first()
    assert choose_first_player(page.plan).first == "Orange"
    page.presenter.settle_first()
    assert choose_first_player(page.plan).first == "Blue"


def test_documents_and_scenarios_go_round_by_keys(page: PlanPage) -> None:
    seen = []
    for _ in range(3):
        seen.append(page.plan.profile)
        page.presenter.step_document()
    assert seen == list(Profile)
    page.presenter.step_scenario()
    assert page.plan.scenario is Scenario.VS_MARK_V


def test_a_third_player_comes_and_goes_with_a_badge_of_their_own(page: PlanPage) -> None:
    page.presenter.take(lambda plan: plan.in_scenario(Scenario.TWO_ARMY).with_player())
    assert len(page.boxes) == 3
    assert len({entrant.badge for entrant in page.plan.entrants}) == 3
    page.presenter.step_badge(page.plan.names[0])
    assert len({entrant.badge for entrant in page.plan.entrants}) == 3
    page.presenter.take(lambda plan: plan.without_player(plan.names[-1]))
    assert len(page.boxes) == 2


def test_players_change_places_and_everybody_moves_round_the_table(page: PlanPage) -> None:
    assert page.plan.places["Blue"].words == "near edge"
    page.presenter.step_seat()
    assert page.plan.names == ("Orange", "Blue")
    assert page.plan.places["Blue"].words == "far edge"
    assert page.boxes[1].name.text() == "Blue"


def test_enter_on_nothing_leads_to_what_is_missing_and_in_the_end_to_the_table(page: PlanPage) -> None:
    reached: list[MatchPlan] = []
    page.planned.connect(reached.append)
    page.presenter.take(lambda plan: plan.in_scenario(Scenario.TWO_ARMY))
    for _ in range(2):
        write(page.shelf.search, "armour")
        press(page.shelf.search, Key.Key_Return)
        press(page.shelf.search, Key.Key_Return)
    assert page.plan.seed is not None, "equal armies: the coin was thrown"
    press(page.shelf.search, Key.Key_Return)
    assert len(reached) == 1


def test_the_page_opens_as_the_last_match_was_set_up(fresh: MatchPlan) -> None:
    plan = fresh.renamed("Blue", "Anna").with_army("Anna", ["ogre/heavy-tank"] * 4).agreed("AMB-04", "space")
    page = PlanPage(plan_rematch(build_opening(plan), fresh.dice))
    with placed(page):
        assert page.plan.names == ("Anna", "Orange")
        assert page.plan.choices == {"AMB-04": "space"}
        assert page.presenter.problems == ()
