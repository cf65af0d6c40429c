<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>Game</source>
        <translation>Spiel</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>Papier</translation>
    </message>
    <message>
        <source>Do what is keyed in</source>
        <translation>Ausführen, was eingetippt ist</translation>
    </message>
    <message>
        <source>Take the last key back</source>
        <translation>Letzte Taste zurücknehmen</translation>
    </message>
    <message>
        <source>Put everything down</source>
        <translation>Alles weglegen</translation>
    </message>
    <message>
        <source>End of turn</source>
        <translation>Ende des Zuges</translation>
    </message>
    <message>
        <source>Final round, or score the game</source>
        <translation>Schlussrunde, oder das Spiel werten</translation>
    </message>
    <message>
        <source>Start or stop the clock</source>
        <translation>Uhr starten oder anhalten</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Bring back</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Line before</source>
        <translation>Zeile davor</translation>
    </message>
    <message>
        <source>Next line</source>
        <translation>Nächste Zeile</translation>
    </message>
    <message>
        <source>Undo to this line</source>
        <translation>Zurück bis zu dieser Zeile</translation>
    </message>
    <message>
        <source>Whole log, or standings</source>
        <translation>Ganzes Protokoll, oder Stand</translation>
    </message>
    <message>
        <source>Second screen for the players</source>
        <translation>Zweiter Bildschirm für die Spieler</translation>
    </message>
    <message>
        <source>Hex ruler</source>
        <translation>Hexlineal</translation>
    </message>
    <message>
        <source>Why: the rules and the arithmetic</source>
        <translation>Warum: Regeln und Rechnung</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>Alle Tasten</translation>
    </message>
    <message>
        <source>Result sheet (PDF)</source>
        <translation>Ergebnisblatt (PDF)</translation>
    </message>
    <message>
        <source>Record sheets (PDF)</source>
        <translation>Schadensblätter (PDF)</translation>
    </message>
    <message>
        <source>Results as JSON and CSV</source>
        <translation>Ergebnisse als JSON und CSV</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Main, Secondary, mIssile, AP gun</source>
        <translation>Main (Haupt), Secondary (Sekundär), mIssile (Rakete), AP</translation>
    </message>
    <message>
        <source>Command Post, radar; D: a D result</source>
        <translation>Kommandoposten, Radar; D: ein D-Ergebnis</translation>
    </message>
    <message>
        <source>by a ram</source>
        <translation>durch Rammen</translation>
    </message>
    <message>
        <source>own Tread units lost by a ram</source>
        <translation>eigene Ketten beim Rammen verloren</translation>
    </message>
    <message>
        <source>missile fired</source>
        <translation>Rakete abgefeuert</translation>
    </message>
    <message>
        <source>by hand: 30 left, 8 points more, fewer</source>
        <translation>von Hand: 30 übrig, 8 Punkte mehr, weniger</translation>
    </message>
    <message>
        <source>Corner markers</source>
        <translation>Eckmarken</translation>
    </message>
    <message>
        <source>Four sheets for the corners of the table.</source>
        <translation>Vier Blätter für die Ecken des Tisches.</translation>
    </message>
    <message>
        <source>Dice of {0}</source>
        <translation>Würfel von {0}</translation>
    </message>
    <message>
        <source>Folding sheets, with the values as they are entered.</source>
        <translation>Faltbögen mit den Werten, wie sie eingetragen sind.</translation>
    </message>
    <message>
        <source>How a die is folded</source>
        <translation>Wie ein Würfel gefaltet wird</translation>
    </message>
    <message>
        <source>In pictures.</source>
        <translation>In Bildern.</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>Marker</translation>
    </message>
    <message>
        <source>Owner marks, Command Flags, poison.</source>
        <translation>Besitzerzeichen, Kommandoflaggen, Gift.</translation>
    </message>
    <message>
        <source>Quick reference</source>
        <translation>Kurzübersicht</translation>
    </message>
    <message>
        <source>The turn on one sheet.</source>
        <translation>Der Zug auf einem Blatt.</translation>
    </message>
    <message>
        <source>Lens board</source>
        <translation>Objektivtafel</translation>
    </message>
    <message>
        <source>For pictures that measure the lens.</source>
        <translation>Für Bilder, die das Objektiv vermessen.</translation>
    </message>
</context>
<context>
    <name>AgreementsBox</name>
    <message>
        <source>search: sight, Ogre, distance, AMB-01 …</source>
        <translation>suchen: Sicht, Ogre, Abstand, AMB-01 …</translation>
    </message>
    <message>
        <source>No agreement has these words.</source>
        <translation>Keine Absprache enthält diese Wörter.</translation>
    </message>
    <message>
        <source>Settled: {0}</source>
        <translation>Geklärt: {0}</translation>
    </message>
    <message>
        <source>{0} · settled for every table</source>
        <translation>{0} · für jeden Tisch geklärt</translation>
    </message>
    <message>
        <source>{0} · changed</source>
        <translation>{0} · geändert</translation>
    </message>
    <message>
        <source>{0} · as usual</source>
        <translation>{0} · wie üblich</translation>
    </message>
    <message>
        <source>Fold  (F6)</source>
        <translation>Einklappen  (F6)</translation>
    </message>
    <message>
        <source>↑ ↓ another question · Enter the next answer</source>
        <translation>↑ ↓ andere Frage · Enter nächste Antwort</translation>
    </message>
</context>
<context>
    <name>AgreementsLine</name>
    <message>
        <source>Review  (F6)</source>
        <extracomment>Qt does not wrap the words of a button.</extracomment>
        <translation>Durchsehen  (F6)</translation>
    </message>
    <message>
        <source>Agreements</source>
        <translation>Absprachen</translation>
    </message>
</context>
<context>
    <name>AgreementsPage</name>
    <message>
        <source>Record sheets</source>
        <translation>Schadensblätter</translation>
    </message>
    <message>
        <source>Agreements</source>
        <translation>Absprachen</translation>
    </message>
    <message>
        <source>Agreements: {0} changed</source>
        <translation>Absprachen: {0} geändert</translation>
    </message>
    <message>
        <source>two AP Guns by the scenario; all other numbers from {0}</source>
        <translation>zwei AP nach dem Szenario; alle anderen Zahlen aus {0}</translation>
    </message>
</context>
<context>
    <name>BadgeButton</name>
    <message>
        <source>{0}: take another shape and colour (F3)</source>
        <extracomment>So many players leave room for two columns of cards each.</extracomment>
        <translation>{0}: andere Form und Farbe nehmen (F3)</translation>
    </message>
</context>
<context>
    <name>BeginningBox</name>
    <message>
        <source>Throw the coin  (F7)</source>
        <translation>Münze werfen  (F7)</translation>
    </message>
    <message>
        <source>Who goes first</source>
        <translation>Wer beginnt</translation>
    </message>
    <message>
        <source>Throw again  (F7)</source>
        <translation>Noch einmal werfen  (F7)</translation>
    </message>
    <message>
        <source>{0} begins</source>
        <translation>{0} beginnt</translation>
    </message>
</context>
<context>
    <name>CardView</name>
    <message>
        <source>%1 is left</source>
        <extracomment>Circles, Treads and points of armour in one line of the screen.</extracomment>
        <translation>%1 ist übrig</translation>
    </message>
    <message>
        <source>%1 is scratched</source>
        <translation>%1 ist gestrichen</translation>
    </message>
    <message>
        <source>Green dots with %1 work</source>
        <translation>Grüne Punkte mit %1 gelten</translation>
    </message>
    <message>
        <source>Green dots with %1 are gone</source>
        <translation>Grüne Punkte mit %1 gelten nicht mehr</translation>
    </message>
    <message>
        <source>An Attack of %1 or more scratches one circle.</source>
        <translation>Ein Angriff von %1 oder mehr streicht einen Kreis.</translation>
    </message>
    <message>
        <source>top line first</source>
        <translation>oberste Reihe zuerst</translation>
    </message>
    <message>
        <source>Main Battery</source>
        <translation>Hauptgeschütz</translation>
    </message>
    <message>
        <source>Secondary Battery</source>
        <translation>Sekundärgeschütze</translation>
    </message>
    <message>
        <source>Missiles</source>
        <translation>Raketen</translation>
    </message>
    <message>
        <source>AP</source>
        <translation>AP</translation>
    </message>
    <message>
        <source>Treads</source>
        <translation>Ketten</translation>
    </message>
    <message>
        <source>Command Post</source>
        <translation>Kommandoposten</translation>
    </message>
</context>
<context>
    <name>CardWindow</name>
    <message>
        <source>Ogre tracking card</source>
        <extracomment>Four buttons and a sentence side by side, in any type: their words do not grow. No row has so many places; a longer count is a slip of the finger.</extracomment>
        <translation>Schadenskarte des Ogre</translation>
    </message>
    <message>
        <source>%1 of which row?</source>
        <translation>%1 aus welcher Reihe?</translation>
    </message>
    <message>
        <source>Written to be printed: %1</source>
        <translation>Zum Drucken geschrieben: %1</translation>
    </message>
    <message>
        <source>New card</source>
        <translation>Neue Karte</translation>
    </message>
    <message>
        <source>Ogre Mark %1</source>
        <translation>Ogre Mark %1</translation>
    </message>
    <message>
        <source>A fresh card: tap what is scratched. Weapons: Attack at least the number; Treads: Attack less 2.</source>
        <translation>Eine neue Karte: antippen, was gestrichen wird. Waffen: Angriff mindestens die Zahl; Ketten: Angriff weniger 2.</translation>
    </message>
</context>
<context>
    <name>CornersPage</name>
    <message>
        <source>Choose a&amp;gain</source>
        <translation>Noch einmal &amp;wählen</translation>
    </message>
    <message>
        <source>First hexes, where you want them checked: Command Post, two radars, Ogres 1, 2, 3, such as  0101 0106 0504 0202 0303 0204</source>
        <translation>Erste Hexfelder, wenn sie geprüft werden sollen: Kommandoposten, zwei Radare, Ogres 1, 2, 3, etwa  0101 0106 0504 0202 0303 0204</translation>
    </message>
    <message>
        <source>Draw the team order first.</source>
        <translation>Zuerst die Reihenfolge der Teams auslosen.</translation>
    </message>
    <message>
        <source>All corners are chosen.</source>
        <translation>Alle Ecken sind gewählt.</translation>
    </message>
    <message>
        <source>{0} chooses a corner: {1}</source>
        <translation>{0} wählt eine Ecke: {1}</translation>
    </message>
    <message>
        <source>not checked</source>
        <translation>nicht geprüft</translation>
    </message>
    <message>
        <source>fits: radars 5 from the post and 4 apart, Ogres within 7</source>
        <translation>passt: Radare 5 vom Posten und 4 auseinander, Ogres höchstens 7 entfernt</translation>
    </message>
</context>
<context>
    <name>DeskWindow</name>
    <message>
        <source>Exercise K – {0}</source>
        <extracomment>What can still be done while the final round is being called.</extracomment>
        <translation>Exercise K – {0}</translation>
    </message>
    <message>
        <source>Key in what happens; F1 names all keys.</source>
        <translation>Eintippen, was geschieht; F1 nennt alle Tasten.</translation>
    </message>
    <message>
        <source>{0} Z undoes.</source>
        <translation>{0} Z nimmt zurück.</translation>
    </message>
    <message>
        <source>Something is keyed in: Enter does it, Esc drops it.</source>
        <translation>Etwas ist eingetippt: Enter führt es aus, Esc verwirft es.</translation>
    </message>
    <message>
        <source>Undone: {0}</source>
        <translation>Rückgängig: {0}</translation>
    </message>
    <message>
        <source>Brought back.</source>
        <translation>Wiederholt.</translation>
    </message>
    <message>
        <source>Choose a line of the log with Up and Down first, then U undoes all after it.</source>
        <translation>Zuerst mit ↑ und ↓ eine Zeile des Protokolls wählen; dann nimmt U alles danach zurück.</translation>
    </message>
    <message>
        <source>Everything after line {0} is undone; Y brings it back.</source>
        <translation>Alles nach Zeile {0} ist zurückgenommen; Y holt es wieder.</translation>
    </message>
    <message>
        <source>Written: {0}</source>
        <translation>Geschrieben: {0}</translation>
    </message>
</context>
<context>
    <name>DicePage</name>
    <message>
        <source>type a name</source>
        <translation>einen Namen tippen</translation>
    </message>
    <message>
        <source>Dice</source>
        <translation>Würfel</translation>
    </message>
    <message>
        <source>Enter what is printed on it</source>
        <translation>Eintragen, was darauf gedruckt ist</translation>
    </message>
    <message>
        <source>Show it to the camera</source>
        <translation>Der Kamera zeigen</translation>
    </message>
    <message>
        <source>your values</source>
        <translation>eure Werte</translation>
    </message>
    <message>
        <source>values: {0}</source>
        <translation>Werte: {0}</translation>
    </message>
    <message>
        <source>{0:g} points</source>
        <translation>{0:g} Punkte</translation>
    </message>
    <message>
        <source>Enter its values  (Enter)</source>
        <translation>Seine Werte eintragen  (Enter)</translation>
    </message>
    <message>
        <source>Show it to the camera  (Ctrl+E)</source>
        <translation>Der Kamera zeigen  (Strg+E)</translation>
    </message>
    <message>
        <source>Stand-in values are invented until you enter yours. A die shown once is known from then on.</source>
        <translation>Ersatzwerte sind erfunden, bis ihr eure eintragt. Ein einmal gezeigter Würfel wird von da an erkannt.</translation>
    </message>
    <message>
        <source>Your dice</source>
        <translation>Eure Würfel</translation>
    </message>
</context>
<context>
    <name>DieCard</name>
    <message>
        <source>Click: one more. Click −: one less.</source>
        <translation>Klick: einer mehr. Klick auf −: einer weniger.</translation>
    </message>
    <message>
        <source>{0:g} points</source>
        <translation>{0:g} Punkte</translation>
    </message>
</context>
<context>
    <name>DieEditor</name>
    <message>
        <source>What is printed on your dice</source>
        <translation>Was auf euren Würfeln gedruckt ist</translation>
    </message>
    <message>
        <source>Die</source>
        <translation>Würfel</translation>
    </message>
    <message>
        <source>Faces</source>
        <translation>Flächen</translation>
    </message>
    <message>
        <source>This &amp;face is as on mine</source>
        <translation>Diese &amp;Fläche ist wie auf meinem</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>&amp;Die</source>
        <translation>&amp;Würfel</translation>
    </message>
    <message>
        <source>Tab: next box · Alt and a letter: that box · Page Up, Page Down: another face · Ctrl+S: save</source>
        <translation>Tab: nächstes Feld · Alt und Buchstabe: dieses Feld · Bild auf, Bild ab: andere Fläche · Strg+S: speichern</translation>
    </message>
    <message>
        <source>Saved: {file}</source>
        <translation>Gespeichert: {file}</translation>
    </message>
    <message>
        <source>The die</source>
        <translation>Der Würfel</translation>
    </message>
    <message>
        <source>Face {key}</source>
        <translation>Fläche {key}</translation>
    </message>
    <message>
        <source>Not saved yet.</source>
        <translation>Noch nicht gespeichert.</translation>
    </message>
    <message>
        <source>Nothing is wrong with this die.</source>
        <translation>An diesem Würfel ist nichts falsch.</translation>
    </message>
    <message>
        <source>Save what you entered for {die}?</source>
        <translation>Speichern, was für {die} eingetragen ist?</translation>
    </message>
</context>
<context>
    <name>EnrolWindow</name>
    <message>
        <source>Enrol {die}</source>
        <translation>{die} anlernen</translation>
    </message>
    <message>
        <source>The crop that is kept</source>
        <translation>Der Ausschnitt, der behalten wird</translation>
    </message>
    <message>
        <source>The side as printed</source>
        <translation>Die Seite wie gedruckt</translation>
    </message>
    <message>
        <source>The camera&apos;s picture</source>
        <translation>Das Bild der Kamera</translation>
    </message>
    <message>
        <source>{done} of {all} sides</source>
        <translation>{done} von {all} Seiten</translation>
    </message>
    <message>
        <source>This will be kept. ← → turn it</source>
        <translation>Dies wird behalten. ← → drehen</translation>
    </message>
    <message>
        <source>This has been kept</source>
        <translation>Dies ist behalten</translation>
    </message>
    <message>
        <source>This is not kept</source>
        <translation>Dies wird nicht behalten</translation>
    </message>
    <message>
        <source>Side {face} as printed: 1–9 or ↑ ↓</source>
        <translation>Seite {face} wie gedruckt: 1–9 oder ↑ ↓</translation>
    </message>
</context>
<context>
    <name>FinalPanel</name>
    <message>
        <source>Time: the round being played is the last</source>
        <translation>Zeit: die laufende Runde ist die letzte</translation>
    </message>
    <message>
        <source>Stalemate: nobody can do further damage</source>
        <translation>Patt: niemand kann noch Schaden machen</translation>
    </message>
    <message>
        <source>Declared by the only team that can still move</source>
        <translation>Erklärt vom einzigen Team, das noch fahren kann</translation>
    </message>
    <message>
        <source>Final round</source>
        <translation>Schlussrunde</translation>
    </message>
    <message>
        <source>Esc: not now</source>
        <translation>Esc: jetzt nicht</translation>
    </message>
    <message>
        <source>Who agrees? All of them must.</source>
        <translation>Wer stimmt zu? Alle müssen es.</translation>
    </message>
    <message>
        <source>Who has a legal target in weapons range? Nobody may.</source>
        <translation>Wer hat ein zulässiges Ziel in Reichweite? Niemand darf eines haben.</translation>
    </message>
    <message>
        <source>Enter: call it    Esc: not now</source>
        <translation>Enter: ausrufen    Esc: jetzt nicht</translation>
    </message>
</context>
<context>
    <name>HomePage</name>
    <message>
        <source>A number takes it, or the arrow keys and Enter. O: another match. Ctrl+T: colours.</source>
        <extracomment>Which printed face stands for which tile: die and place of the face.</extracomment>
        <translation>Eine Zahl nimmt es, oder Pfeiltasten und Enter. O: andere Partie. Strg+T: Farben.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Weiterspielen</translation>
    </message>
    <message>
        <source>the match played last</source>
        <translation>die letzte Partie</translation>
    </message>
    <message>
        <source>New match</source>
        <translation>Neue Partie</translation>
    </message>
    <message>
        <source>From two names to the first throw in a minute.</source>
        <translation>Von zwei Namen zum ersten Wurf in einer Minute.</translation>
    </message>
    <message>
        <source>Ogre card</source>
        <translation>Ogre-Karte</translation>
    </message>
    <message>
        <source>The tracking card alone, no match, no camera.</source>
        <translation>Die Schadenskarte allein, ohne Partie und Kamera.</translation>
    </message>
    <message>
        <source>Exercise K</source>
        <translation>Exercise K</translation>
    </message>
    <message>
        <source>The desk of the big board game.</source>
        <translation>Der Tisch des Spielleiters für das große Brettspiel.</translation>
    </message>
    <message>
        <source>Print</source>
        <translation>Drucken</translation>
    </message>
    <message>
        <source>Dice to fold, markers, counters.</source>
        <translation>Würfel zum Falten, Eckmarken, Marker.</translation>
    </message>
    <message>
        <source>Dice</source>
        <translation>Würfel</translation>
    </message>
    <message>
        <source>Their values; show them to the camera.</source>
        <translation>Ihre Werte; der Kamera zeigen.</translation>
    </message>
    <message>
        <source>Calibrate</source>
        <translation>Kalibrieren</translation>
    </message>
    <message>
        <source>Camera and markers, without a match.</source>
        <translation>Kamera und Eckmarken, ohne Partie.</translation>
    </message>
    <message>
        <source>Another match</source>
        <translation>Andere Partie</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Diceland table companion</source>
        <translation>Diceland-Tischbegleiter</translation>
    </message>
    <message>
        <source>It watches the table, measures for you, and says what the rules say.</source>
        <translation>Er sieht auf den Tisch, misst für euch und sagt, was die Regeln sagen.</translation>
    </message>
</context>
<context>
    <name>KeyLine</name>
    <message>
        <source>Space end of turn   Z undo   E final round   F1 all keys</source>
        <translation>Leertaste Ende des Zuges   Z rückgängig   E Schlussrunde   F1 alle Tasten</translation>
    </message>
    <message>
        <source>   [Enter] does it</source>
        <translation>   [Enter] führt es aus</translation>
    </message>
    <message>
        <source>0 … 9  how many</source>
        <translation>0 … 9  wie viele</translation>
    </message>
    <message>
        <source>No. {0}</source>
        <translation>Nr. {0}</translation>
    </message>
    <message>
        <source>Call out:  {0}</source>
        <translation>Ansagen:  {0}</translation>
    </message>
</context>
<context>
    <name>MatchesPage</name>
    <message>
        <source>Go on with a match</source>
        <translation>Eine Partie fortsetzen</translation>
    </message>
    <message>
        <source>No match was played yet.</source>
        <translation>Es wurde noch keine Partie gespielt.</translation>
    </message>
    <message>
        <source>Arrow keys choose, Enter opens it.</source>
        <translation>Pfeiltasten wählen, Enter öffnet.</translation>
    </message>
    <message>
        <source>Go on with it</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Match</source>
        <translation>Partie</translation>
    </message>
</context>
<context>
    <name>OpeningWindow</name>
    <message>
        <source>Exercise K – new game</source>
        <translation>Exercise K – neues Spiel</translation>
    </message>
    <message>
        <source>Who plays</source>
        <translation>Wer spielt</translation>
    </message>
    <message>
        <source>Team order</source>
        <translation>Reihenfolge der Teams</translation>
    </message>
    <message>
        <source>Agreements</source>
        <translation>Absprachen</translation>
    </message>
    <message>
        <source>Corners</source>
        <translation>Ecken</translation>
    </message>
    <message>
        <source>Ctrl and the number</source>
        <translation>Strg und die Nummer</translation>
    </message>
    <message>
        <source>Ctrl+O goes on with {0}</source>
        <translation>Strg+O setzt {0} fort</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>Begin   (Ctrl+Enter)</source>
        <translation>Beginnen   (Strg+Enter)</translation>
    </message>
    <message>
        <source>&amp;Next   (Ctrl+Enter)</source>
        <translation>&amp;Weiter   (Strg+Enter)</translation>
    </message>
    <message>
        <source>Everything is settled: the game can begin.</source>
        <translation>Alles ist geklärt: das Spiel kann beginnen.</translation>
    </message>
</context>
<context>
    <name>OrderPage</name>
    <message>
        <source>Draw the order of the teams</source>
        <translation>Reihenfolge der Teams auslosen</translation>
    </message>
    <message>
        <source>Colour order fixed: draw who gets which colour</source>
        <translation>Reihenfolge der Farben fest: auslosen, wer welche Farbe bekommt</translation>
    </message>
    <message>
        <source>&amp;Draw</source>
        <translation>&amp;Auslosen</translation>
    </message>
    <message>
        <source>Players in team order</source>
        <translation>Spieler in der Reihenfolge der Teams</translation>
    </message>
    <message>
        <source>One place &amp;earlier</source>
        <translation>Einen Platz &amp;früher</translation>
    </message>
    <message>
        <source>no end</source>
        <translation>kein Ende</translation>
    </message>
    <message>
        <source> minutes</source>
        <translation> Minuten</translation>
    </message>
    <message>
        <source>even columns lower</source>
        <translation>gerade Spalten tiefer</translation>
    </message>
    <message>
        <source>odd columns lower</source>
        <translation>ungerade Spalten tiefer</translation>
    </message>
    <message>
        <source>Team order</source>
        <translation>Reihenfolge der Teams</translation>
    </message>
    <message>
        <source>A team agrees who is 1, 2 and 3; number 1 leads. Else the referee says.</source>
        <translation>Ein Team einigt sich, wer 1, 2 und 3 ist; Nummer 1 führt. Sonst bestimmt der Schiedsrichter.</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Final round is called 20 minutes before the end; you are warned.</source>
        <translation>Die Schlussrunde wird 20 Minuten vor dem Ende ausgerufen; ihr werdet gewarnt.</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>Spielplan</translation>
    </message>
    <message>
        <source>columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Reihen</translation>
    </message>
    <message>
        <source>Both maps with the column between them, counted together; hexes are named CCRR, such as 0307.</source>
        <translation>Beide Karten mit der Spalte dazwischen, zusammen gezählt; Hexfelder heißen SSRR, etwa 0307.</translation>
    </message>
</context>
<context>
    <name>Panel</name>
    <message>
        <source>Dice on the table</source>
        <translation>Würfel auf dem Tisch</translation>
    </message>
    <message>
        <source>Weapons</source>
        <translation>Waffen</translation>
    </message>
</context>
<context>
    <name>PlanPage</name>
    <message>
        <source>Two players cannot have the same name.</source>
        <translation>Zwei Spieler können nicht denselben Namen haben.</translation>
    </message>
    <message>
        <source>A player needs a name.</source>
        <translation>Ein Spieler braucht einen Namen.</translation>
    </message>
    <message>
        <source>Armies: {0}.</source>
        <translation>Armeen: {0}.</translation>
    </message>
    <message>
        <source>  (+{0} more)</source>
        <translation>  (+{0} weitere)</translation>
    </message>
    <message>
        <source>All set. Next: the table.</source>
        <translation>Alles bereit. Weiter: der Tisch.</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>Szenario</translation>
    </message>
    <message>
        <source>Advanced  (F8)</source>
        <translation>Fortgeschritten  (F8)</translation>
    </message>
    <message>
        <source>Command Posts</source>
        <translation>Kommandoposten</translation>
    </message>
    <message>
        <source>+ player</source>
        <translation>+ Spieler</translation>
    </message>
    <message>
        <source>Agreed base</source>
        <translation>Vereinbarte Basis</translation>
    </message>
    <message>
        <source>To the table  (Ctrl+Enter)</source>
        <translation>Zum Tisch  (Strg+Enter)</translation>
    </message>
</context>
<context>
    <name>PlayerBox</name>
    <message>
        <source>{0:g}{1} points</source>
        <translation>{0:g}{1} Punkte</translation>
    </message>
    <message>
        <source>Refused: {0}.</source>
        <translation>Nicht erlaubt: {0}.</translation>
    </message>
    <message>
        <source>No dice yet: type a name in the list at the right and press Enter.</source>
        <translation>Noch keine Würfel: rechts in der Liste einen Namen tippen und Enter drücken.</translation>
    </message>
    <message>
        <source>F9 gives it to the next player.</source>
        <translation>F9 gibt ihn dem nächsten Spieler.</translation>
    </message>
    <message>
        <source>On the table beside the army.</source>
        <translation>Steht neben der Armee auf dem Tisch.</translation>
    </message>
</context>
<context>
    <name>PlayersWindow</name>
    <message>
        <source>Exercise K – for the players</source>
        <extracomment>Type sizes as shares of the window&apos;s height.</extracomment>
        <translation>Exercise K – für die Spieler</translation>
    </message>
    <message>
        <source>Round {0}   × {1:g}</source>
        <translation>Runde {0}   × {1:g}</translation>
    </message>
    <message>
        <source>FINAL ROUND</source>
        <translation>SCHLUSSRUNDE</translation>
    </message>
    <message>
        <source>Game over</source>
        <translation>Spiel zu Ende</translation>
    </message>
    <message>
        <source>then {0}</source>
        <translation>dann {0}</translation>
    </message>
    <message>
        <source>played {0}</source>
        <translation>gespielt {0}</translation>
    </message>
    <message>
        <source>time left {0}</source>
        <translation>Zeit übrig {0}</translation>
    </message>
</context>
<context>
    <name>PrintPage</name>
    <message>
        <source>Print at 100 %, on card; a ruler stands at the foot of each sheet.</source>
        <extracomment>Markers are the same for every table; what lies where is told when the table is measured.</extracomment>
        <translation>Mit 100 % auf Karton drucken; unten auf jedem Blatt steht ein Lineal.</translation>
    </message>
    <message>
        <source>Write the PDF  (Enter)</source>
        <translation>PDF schreiben  (Enter)</translation>
    </message>
    <message>
        <source>Print</source>
        <translation>Drucken</translation>
    </message>
    <message>
        <source>Write the PDF</source>
        <translation>PDF schreiben</translation>
    </message>
    <message>
        <source>A4 or Letter</source>
        <translation>A4 oder Letter</translation>
    </message>
    <message>
        <source>Written: {0}</source>
        <translation>Geschrieben: {0}</translation>
    </message>
    <message>
        <source>Paper: {0}  (Ctrl+P)</source>
        <translation>Papier: {0}  (Strg+P)</translation>
    </message>
</context>
<context>
    <name>RollPicture</name>
    <message>
        <source>roll it over this corner</source>
        <extracomment>Everything is drawn on a sheet of this size and scaled to what there is.</extracomment>
        <translation>über diese Ecke rollen</translation>
    </message>
</context>
<context>
    <name>RulerWindow</name>
    <message>
        <source>Hex ruler</source>
        <translation>Hexlineal</translation>
    </message>
    <message>
        <source>A picture of the map</source>
        <translation>Ein Bild der Karte</translation>
    </message>
    <message>
        <source>Number of the hex clicked</source>
        <translation>Nummer des angeklickten Hexfelds</translation>
    </message>
    <message>
        <source>&amp;More marks</source>
        <translation>&amp;Mehr Marken</translation>
    </message>
    <message>
        <source>&amp;Picture …</source>
        <translation>&amp;Bild …</translation>
    </message>
    <message>
        <source>&amp;Camera</source>
        <translation>&amp;Kamera</translation>
    </message>
    <message>
        <source>Open a picture of the map, or the camera.</source>
        <translation>Ein Bild der Karte öffnen, oder die Kamera.</translation>
    </message>
    <message>
        <source>Type the number printed in that hex, then Enter.</source>
        <translation>Die Nummer tippen, die in diesem Hexfeld steht, dann Enter.</translation>
    </message>
    <message>
        <source>Backspace takes the last click back</source>
        <translation>Rücktaste nimmt den letzten Klick zurück</translation>
    </message>
    <message>
        <source>wheel enlarges, arrow keys and Enter click</source>
        <translation>Mausrad vergrößert, Pfeiltasten und Enter klicken</translation>
    </message>
    <message>
        <source>if the hexes drift off the map, add a fourth mark (Alt+M) in the far corner</source>
        <translation>weichen die Hexfelder von der Karte ab, in der fernen Ecke eine vierte Marke setzen (Alt+M)</translation>
    </message>
    <message>
        <source>marks fit within {0:.0f} px</source>
        <translation>Marken passen auf {0:.0f} px</translation>
    </message>
    <message>
        <source>This picture is {0} × {1} px, the camera file is for {2} × {3}: use its own pictures.</source>
        <translation>Dieses Bild hat {0} × {1} px, die Kameradatei gilt für {2} × {3}: deren eigene Bilder verwenden.</translation>
    </message>
</context>
<context>
    <name>SheetView</name>
    <message>
        <source>moves {0}</source>
        <extracomment>The card is drawn on a sheet of this size and scaled to the widget.</extracomment>
        <translation>Züge {0}</translation>
    </message>
    <message>
        <source>cannot move</source>
        <translation>fährt nicht</translation>
    </message>
    <message>
        <source>(shared)</source>
        <translation>(gemeinsam)</translation>
    </message>
    <message>
        <source>destroyed</source>
        <translation>zerstört</translation>
    </message>
</context>
<context>
    <name>Shelf</name>
    <message>
        <source>type a die or an army, Enter</source>
        <translation>Würfel oder Armee tippen, Enter</translation>
    </message>
    <message>
        <source>Dice for {0}</source>
        <translation>Würfel für {0}</translation>
    </message>
    <message>
        <source>{0} has the Ogre</source>
        <translation>{0} hat den Ogre</translation>
    </message>
    <message>
        <source>Enter adds it, Backspace takes the last die back.</source>
        <translation>Enter nimmt ihn, Rücktaste gibt den letzten zurück.</translation>
    </message>
</context>
<context>
    <name>Side</name>
    <message>
        <source>Log:  ↑ ↓ choose, U undo to it</source>
        <extracomment>Heights of a line of teams (two beside each other) and of a line of players, in a window of the usual height. Acts that are not the doing of the Ogre to move.</extracomment>
        <translation>Protokoll:  ↑ ↓ wählen, U zurück bis dorthin</translation>
    </message>
    <message>
        <source>Standings</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>— {player}, round {round} —</source>
        <translation>— {player}, Runde {round} —</translation>
    </message>
</context>
<context>
    <name>SignUpPage</name>
    <message>
        <source>Ann      or a group:  Ann, Ben, Cleo</source>
        <translation>Ann      oder eine Gruppe:  Ann, Ben, Cleo</translation>
    </message>
    <message>
        <source>Who signs up</source>
        <translation>Wer meldet sich an</translation>
    </message>
    <message>
        <source>Signed up, in order</source>
        <translation>Angemeldet, der Reihe nach</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Enter signs up. A group stays together where there is room; first come, first served.</source>
        <translation>Enter meldet an. Eine Gruppe bleibt beisammen, wo Platz ist; wer zuerst kommt, wird zuerst bedient.</translation>
    </message>
    <message>
        <source>Sign-up list</source>
        <translation>Anmeldeliste</translation>
    </message>
    <message>
        <source>Teams</source>
        <translation>Teams</translation>
    </message>
    <message>
        <source>   (runs three Ogres)</source>
        <translation>   (führt drei Ogres)</translation>
    </message>
    <message>
        <source>   (team of two: shared third Ogre)</source>
        <translation>   (Zweierteam: gemeinsamer dritter Ogre)</translation>
    </message>
    <message>
        <source>Teams appear with the second player.</source>
        <translation>Teams erscheinen mit dem zweiten Spieler.</translation>
    </message>
    <message>
        <source>{0} players, {1} setup.</source>
        <translation>{0} Spieler, Aufbau {1}.</translation>
    </message>
    <message>
        <source>Waiting: {0}.</source>
        <translation>Es warten: {0}.</translation>
    </message>
    <message>
        <source>No room together: {0}.</source>
        <translation>Kein Platz beisammen: {0}.</translation>
    </message>
</context>
<context>
    <name>StartWindow</name>
    <message>
        <source>Diceland table companion</source>
        <translation>Diceland-Tischbegleiter</translation>
    </message>
    <message>
        <source>No match was played yet.</source>
        <translation>Es wurde noch keine Partie gespielt.</translation>
    </message>
    <message>
        <source>Kept. {0}</source>
        <translation>Behalten. {0}</translation>
    </message>
</context>
<context>
    <name>TablePage</name>
    <message>
        <source>Keep this camera</source>
        <translation>Diese Kamera behalten</translation>
    </message>
    <message>
        <source>Begin the match</source>
        <translation>Partie beginnen</translation>
    </message>
    <message>
        <source>By the markers, to about half a percent. A ruler is better.</source>
        <translation>Nach den Eckmarken, auf etwa ein halbes Prozent. Ein Lineal ist besser.</translation>
    </message>
    <message>
        <source>Opening {0} …</source>
        <translation>{0} wird geöffnet …</translation>
    </message>
    <message>
        <source>A drawn table, {0}: dice are put down by mouse.</source>
        <translation>Ein gezeichneter Tisch, {0}: Würfel werden mit der Maus gelegt.</translation>
    </message>
    <message>
        <source>Waiting for the first picture …</source>
        <translation>Warten auf das erste Bild …</translation>
    </message>
    <message>
        <source>Four corners: {0}, {1:.1f} mm.</source>
        <translation>Vier Ecken: {0}, {1:.1f} mm.</translation>
    </message>
    <message>
        <source>{0} of 4 corners: click them in any order, the loupe helps.</source>
        <translation>{0} von 4 Ecken: in beliebiger Reihenfolge anklicken, die Lupe hilft.</translation>
    </message>
    <message>
        <source>The markers do not fit on so small a table: click its corners (C).</source>
        <translation>Die Eckmarken passen nicht auf einen so kleinen Tisch: die Ecken anklicken (C).</translation>
    </message>
</context>
<context>
    <name>TablePanel</name>
    <message>
        <source>four corners</source>
        <extracomment>Beside the picture, where the type has its usual size.</extracomment>
        <translation>vier Ecken</translation>
    </message>
    <message>
        <source>round</source>
        <translation>rund</translation>
    </message>
    <message>
        <source>C   Click the corners instead</source>
        <translation>C   Stattdessen die Ecken anklicken</translation>
    </message>
    <message>
        <source>Z   Size by the markers</source>
        <translation>Z   Größe nach den Eckmarken</translation>
    </message>
    <message>
        <source>L   Lock focus and exposure</source>
        <translation>L   Schärfe und Belichtung festhalten</translation>
    </message>
    <message>
        <source>P   Take a lens picture</source>
        <translation>P   Objektivbild aufnehmen</translation>
    </message>
    <message>
        <source>{0:g} mm across</source>
        <translation>{0:g} mm Durchmesser</translation>
    </message>
    <message>
        <source>C   Use the markers</source>
        <translation>C   Eckmarken verwenden</translation>
    </message>
    <message>
        <source>The camera sets itself.</source>
        <translation>Die Kamera stellt sich selbst ein.</translation>
    </message>
    <message>
        <source>Nothing to lock here: these pictures do not come from a camera.</source>
        <translation>Hier ist nichts festzuhalten: diese Bilder kommen nicht von einer Kamera.</translation>
    </message>
    <message>
        <source>Locked: {0}.</source>
        <translation>Festgehalten: {0}.</translation>
    </message>
    <message>
        <source>The lens is measured with every picture from now on.</source>
        <translation>Von jetzt an wird das Objektiv mit jedem Bild vermessen.</translation>
    </message>
    <message>
        <source>Taken. Tilt the board another way.</source>
        <translation>Aufgenommen. Die Tafel anders neigen.</translation>
    </message>
    <message>
        <source>Only for a lens that bends straight edges.</source>
        <translation>Nur für ein Objektiv, das gerade Kanten biegt.</translation>
    </message>
    <message>
        <source>Camera</source>
        <translation>Kamera</translation>
    </message>
    <message>
        <source>0   No camera: drawn table</source>
        <translation>0   Keine Kamera: gezeichneter Tisch</translation>
    </message>
    <message>
        <source>No camera is found. Plug one in and press R.</source>
        <translation>Keine Kamera gefunden. Eine anschließen und R drücken.</translation>
    </message>
    <message>
        <source>Table, in mm  (S)</source>
        <translation>Tisch, in mm  (S)</translation>
    </message>
    <message>
        <source>Markers</source>
        <translation>Eckmarken</translation>
    </message>
    <message>
        <source>When there is time</source>
        <translation>Wenn Zeit ist</translation>
    </message>
</context>
<context>
    <name>TeamView</name>
    <message>
        <source>stands</source>
        <translation>steht</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>{team}: {points:g} points; {buildings}</source>
        <translation>{team}: {points:g} Punkte; {buildings}</translation>
    </message>
    <message>
        <source>(out)</source>
        <translation>(aus)</translation>
    </message>
</context>
<context>
    <name>TerrainBox</name>
    <message>
        <source>Terrain</source>
        <extracomment>What is done to the chosen piece.</extracomment>
        <translation>Gelände</translation>
    </message>
    <message>
        <source>Terrain counts with the Advanced Rules only: F8, one page back.</source>
        <translation>Gelände zählt nur mit den Erweiterten Regeln: F8, eine Seite zurück.</translation>
    </message>
    <message>
        <source>T   Add a piece</source>
        <translation>T   Stück dazu</translation>
    </message>
    <message>
        <source>Arrows move it, PgUp and PgDown turn it, Ctrl and arrows change its size.</source>
        <translation>Pfeile schieben es, Bild auf und ab drehen es, Strg und Pfeile ändern die Größe.</translation>
    </message>
    <message>
        <source>F   Shape</source>
        <translation>F   Form</translation>
    </message>
    <message>
        <source>H   Height</source>
        <translation>H   Höhe</translation>
    </message>
    <message>
        <source>W   Wider</source>
        <translation>W   Breiter</translation>
    </message>
    <message>
        <source>D   Deeper</source>
        <translation>D   Tiefer</translation>
    </message>
    <message>
        <source>G   Turn</source>
        <translation>G   Drehen</translation>
    </message>
    <message>
        <source>X   Take away</source>
        <translation>X   Wegnehmen</translation>
    </message>
    <message>
        <source>oblong</source>
        <translation>rechteckig</translation>
    </message>
    <message>
        <source>round</source>
        <translation>rund</translation>
    </message>
    <message>
        <source>triangle</source>
        <translation>dreieckig</translation>
    </message>
    <message>
        <source>{0}, level {1}</source>
        <translation>{0}, Ebene {1}</translation>
    </message>
</context>
<context>
    <name>Tile</name>
    <message>
        <source>{title}, key {key}</source>
        <translation>{title}, Taste {key}</translation>
    </message>
</context>
<context>
    <name>TurnBar</name>
    <message>
        <source>Round {0}   × {1:g}</source>
        <translation>Runde {0}   × {1:g}</translation>
    </message>
    <message>
        <source>Game over</source>
        <translation>Spiel zu Ende</translation>
    </message>
    <message>
        <source>scored</source>
        <translation>gewertet</translation>
    </message>
    <message>
        <source>press E to score it</source>
        <translation>mit E werten</translation>
    </message>
    <message>
        <source>FINAL ROUND</source>
        <translation>SCHLUSSRUNDE</translation>
    </message>
    <message>
        <source>until round {0}</source>
        <translation>bis Runde {0}</translation>
    </message>
    <message>
        <source>time played</source>
        <translation>gespielte Zeit</translation>
    </message>
    <message>
        <source>P starts the clock</source>
        <translation>P startet die Uhr</translation>
    </message>
    <message>
        <source>time left</source>
        <translation>Zeit übrig</translation>
    </message>
    <message>
        <source>final round in {0}</source>
        <translation>Schlussrunde in {0}</translation>
    </message>
    <message>
        <source>call the final round: E</source>
        <translation>Schlussrunde ausrufen: E</translation>
    </message>
    <message>
        <source>time is up: call it, E</source>
        <translation>die Zeit ist um: ausrufen, E</translation>
    </message>
</context>
<context>
    <name>WelcomePage</name>
    <message>
        <source>Begin  (Enter)</source>
        <translation>Beginnen  (Enter)</translation>
    </message>
    <message>
        <source>A referee that measures</source>
        <translation>Ein Schiedsrichter, der misst</translation>
    </message>
    <message>
        <source>Every page: F1 shows its keys, Esc goes back.</source>
        <translation>Auf jeder Seite: F1 zeigt ihre Tasten, Esc führt zurück.</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Beginnen</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Show it the table</source>
        <translation>Zeigt ihm den Tisch</translation>
    </message>
    <message>
        <source>Put a camera above the table and the four printed markers into its corners. Without a camera you play on a drawn table, by mouse.</source>
        <translation>Eine Kamera über den Tisch und die vier gedruckten Eckmarken in seine Ecken. Ohne Kamera spielt ihr mit der Maus auf einem gezeichneten Tisch.</translation>
    </message>
    <message>
        <source>Play as you always do</source>
        <translation>Spielt wie immer</translation>
    </message>
    <message>
        <source>Throw, roll and take dice with your hands. It watches, says what comes next, and ticks it off when it has seen it done.</source>
        <translation>Werft, rollt und nehmt Würfel mit der Hand. Er sieht zu, sagt, was als Nächstes kommt, und hakt ab, was er gesehen hat.</translation>
    </message>
    <message>
        <source>Ask when you differ</source>
        <translation>Fragt, wenn ihr uneins seid</translation>
    </message>
    <message>
        <source>Who sees whom, who is closest, by how much: with the number, its error and the rule. Too close to call, and you decide.</source>
        <translation>Wer sieht wen, wer ist am nächsten, um wie viel: mit der Zahl, ihrem Fehler und der Regel. Ist es zu knapp, entscheidet ihr.</translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>Diceland table companion</source>
        <extracomment>The actions whose keys are named below the ruling.</extracomment>
        <translation>Diceland-Tischbegleiter</translation>
    </message>
    <message>
        <source>reading {name} …</source>
        <translation>{name} wird gelesen …</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>nicht gelesen</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>{number} von {count}</translation>
    </message>
</context>
<context>
    <name>card</name>
    <message>
        <source>Mark</source>
        <extracomment>The key that takes one from a row; with Shift it gives one back.</extracomment>
        <translation>Streichen</translation>
    </message>
    <message>
        <source>Main Battery: scratch one</source>
        <translation>Hauptgeschütz: eins streichen</translation>
    </message>
    <message>
        <source>Main Battery: give one back</source>
        <translation>Hauptgeschütz: eins zurückgeben</translation>
    </message>
    <message>
        <source>Secondary Battery: scratch one</source>
        <translation>Sekundärgeschütze: eins streichen</translation>
    </message>
    <message>
        <source>Secondary Battery: give one back</source>
        <translation>Sekundärgeschütze: eins zurückgeben</translation>
    </message>
    <message>
        <source>Missiles: scratch one</source>
        <translation>Raketen: eine streichen</translation>
    </message>
    <message>
        <source>Missiles: give one back</source>
        <translation>Raketen: eine zurückgeben</translation>
    </message>
    <message>
        <source>AP: scratch one</source>
        <translation>AP: eins streichen</translation>
    </message>
    <message>
        <source>AP: give one back</source>
        <translation>AP: eins zurückgeben</translation>
    </message>
    <message>
        <source>Treads: scratch one</source>
        <translation>Ketten: eine streichen</translation>
    </message>
    <message>
        <source>Treads: give one back</source>
        <translation>Ketten: eine zurückgeben</translation>
    </message>
    <message>
        <source>Command Post: scratch one</source>
        <translation>Kommandoposten: eins streichen</translation>
    </message>
    <message>
        <source>Command Post: give one back</source>
        <translation>Kommandoposten: eins zurückgeben</translation>
    </message>
    <message>
        <source>How many: %1</source>
        <translation>Wie viele: %1</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>New card: Mark III</source>
        <translation>Neue Karte: Mark III</translation>
    </message>
    <message>
        <source>New card: Mark III and Command Post</source>
        <translation>Neue Karte: Mark III und Kommandoposten</translation>
    </message>
    <message>
        <source>New card: Mark V</source>
        <translation>Neue Karte: Mark V</translation>
    </message>
    <message>
        <source>New card: Mark V and Command Post</source>
        <translation>Neue Karte: Mark V und Kommandoposten</translation>
    </message>
    <message>
        <source>Print</source>
        <translation>Drucken</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Ganzer Bildschirm</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>Alle Tasten</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>your values</source>
        <translation>eure Werte</translation>
    </message>
    <message>
        <source>stand-in values, but for the Main Battery&apos;s Block of 9</source>
        <translation>Ersatzwerte, außer dem Block 9 des Hauptgeschützes</translation>
    </message>
</context>
<context>
    <name>dice</name>
    <message>
        <source>none</source>
        <translation>keins</translation>
    </message>
    <message>
        <source>0 top</source>
        <extracomment>Where a corner is on a face with its corner 0 up.</extracomment>
        <translation>0 oben</translation>
    </message>
    <message>
        <source>1 left</source>
        <translation>1 links</translation>
    </message>
    <message>
        <source>2 right</source>
        <translation>2 rechts</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>as it stands on the die</source>
        <translation>wie er auf dem Würfel steht</translation>
    </message>
    <message>
        <source>&amp;Team</source>
        <translation>&amp;Team</translation>
    </message>
    <message>
        <source>colours the edges of all faces</source>
        <translation>färbt die Ränder aller Flächen</translation>
    </message>
    <message>
        <source>&amp;Classes</source>
        <translation>&amp;Klassen</translation>
    </message>
    <message>
        <source>what Call and Command ask for; commas between several</source>
        <translation>wonach Call und Command fragen; mehrere mit Komma</translation>
    </message>
    <message>
        <source>&amp;Points</source>
        <translation>&amp;Punkte</translation>
    </message>
    <message>
        <source>printed on side 1</source>
        <translation>auf Seite 1 gedruckt</translation>
    </message>
    <message>
        <source>&amp;Unique</source>
        <translation>&amp;Einmalig</translation>
    </message>
    <message>
        <source>side numbers in triangles: one copy in an army</source>
        <translation>Seitenzahlen in Dreiecken: nur einer in einer Armee</translation>
    </message>
    <message>
        <source>&amp;Edge</source>
        <translation>Kan&amp;te</translation>
    </message>
    <message>
        <source>measure it along the paper</source>
        <translation>am Papier entlang messen</translation>
    </message>
    <message>
        <source>Side num&amp;ber</source>
        <translation>Seiten&amp;zahl</translation>
    </message>
    <message>
        <source>the large number</source>
        <translation>die große Zahl</translation>
    </message>
    <message>
        <source>&amp;Lies as</source>
        <translation>&amp;Liegt als</translation>
    </message>
    <message>
        <source>place and turn of this face on the die</source>
        <translation>Ort und Drehung dieser Fläche auf dem Würfel</translation>
    </message>
    <message>
        <source>Bloc&amp;k</source>
        <translation>Bloc&amp;k</translation>
    </message>
    <message>
        <source>the number in the shield; none on side 1</source>
        <translation>die Zahl im Schild; auf Seite 1 keine</translation>
    </message>
    <message>
        <source>S&amp;hield</source>
        <translation>Sc&amp;hild</translation>
    </message>
    <message>
        <source>the colour that it is immune to; white is none</source>
        <translation>die Farbe, gegen die er immun ist; Weiß ist keine</translation>
    </message>
    <message>
        <source>&amp;Green dots</source>
        <translation>&amp;Grüne Punkte</translation>
    </message>
    <message>
        <source>corners over which it may maneuver</source>
        <translation>Ecken, über die er manövrieren darf</translation>
    </message>
    <message>
        <source>&amp;Numbers in them</source>
        <translation>Zahle&amp;n darin</translation>
    </message>
    <message>
        <source>Ogre only: the number in each green dot, top to right</source>
        <translation>nur Ogre: die Zahl in jedem grünen Punkt, von oben nach rechts</translation>
    </message>
    <message>
        <source>&amp;Entry points</source>
        <translation>&amp;Eintrittspunkte</translation>
    </message>
    <message>
        <source>small green dots in white circles</source>
        <translation>kleine grüne Punkte in weißen Kreisen</translation>
    </message>
    <message>
        <source>&amp;Red dots</source>
        <translation>&amp;Rote Punkte</translation>
    </message>
    <message>
        <source>corners over which damage rolls it to the next lower side</source>
        <translation>Ecken, über die Schaden ihn auf die nächstniedrigere Seite rollt</translation>
    </message>
    <message>
        <source>Does</source>
        <translation>Tut</translation>
    </message>
    <message>
        <source>what the effect is</source>
        <translation>was der Effekt ist</translation>
    </message>
    <message>
        <source>Called</source>
        <translation>Heißt</translation>
    </message>
    <message>
        <source>the name that is printed</source>
        <translation>der gedruckte Name</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Farbe</translation>
    </message>
    <message>
        <source>of its arrow; only immunity asks for it</source>
        <translation>seines Pfeils; nur Immunität fragt danach</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Reichweite</translation>
    </message>
    <message>
        <source>told by the shape of its arrow</source>
        <translation>an der Form seines Pfeils zu erkennen</translation>
    </message>
    <message>
        <source>Arrows in</source>
        <translation>Pfeile in</translation>
    </message>
    <message>
        <source>corners that bear its arrow</source>
        <translation>Ecken, die seinen Pfeil tragen</translation>
    </message>
    <message>
        <source>Attack</source>
        <translation>Angriff</translation>
    </message>
    <message>
        <source>the number in the arrow</source>
        <translation>die Zahl im Pfeil</translation>
    </message>
    <message>
        <source>Amount</source>
        <translation>Menge</translation>
    </message>
    <message>
        <source>of a Protection or Power-up</source>
        <translation>von Protection oder Power-up</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>Ogre only: the weapon system of its card</source>
        <translation>nur Ogre: das Waffensystem seiner Karte</translation>
    </message>
    <message>
        <source>Only for</source>
        <translation>Nur für</translation>
    </message>
    <message>
        <source>the class, team or die that it is restricted to</source>
        <translation>Klasse, Team oder Würfel, worauf er beschränkt ist</translation>
    </message>
    <message>
        <source>Double Shot</source>
        <translation>Doppelschuss</translation>
    </message>
    <message>
        <source>it may shoot twice</source>
        <translation>er darf zweimal schießen</translation>
    </message>
    <message>
        <source>Continuous</source>
        <translation>Dauernd</translation>
    </message>
    <message>
        <source>a C stands in the arrow</source>
        <translation>im Pfeil steht ein C</translation>
    </message>
    <message>
        <source>stand-in</source>
        <translation>Ersatz</translation>
    </message>
    <message>
        <source>rules</source>
        <translation>Regeln</translation>
    </message>
    <message>
        <source>printed</source>
        <translation>gedruckt</translation>
    </message>
    <message>
        <source>yours</source>
        <translation>eurer</translation>
    </message>
    <message>
        <source>Effect {number}</source>
        <translation>Effekt {number}</translation>
    </message>
    <message>
        <source>Take effect &amp;{number} away</source>
        <translation>Effekt &amp;{number} wegnehmen</translation>
    </message>
    <message>
        <source>&amp;Add an effect</source>
        <translation>Effekt &amp;hinzufügen</translation>
    </message>
    <message>
        <source>What comes up when this corner is pressed down: {corners}</source>
        <translation>Was oben liegt, wenn diese Ecke gedrückt wird: {corners}</translation>
    </message>
</context>
<context>
    <name>enrol</name>
    <message>
        <source>Side</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Turn to the left</source>
        <translation>Nach links drehen</translation>
    </message>
    <message>
        <source>Turn to the right</source>
        <translation>Nach rechts drehen</translation>
    </message>
    <message>
        <source>The next side</source>
        <translation>Nächste Seite</translation>
    </message>
    <message>
        <source>The side before</source>
        <translation>Vorige Seite</translation>
    </message>
    <message>
        <source>This is how it lies</source>
        <translation>So liegt er</translation>
    </message>
    <message>
        <source>Side %1</source>
        <translation>Seite %1</translation>
    </message>
    <message>
        <source>Put right</source>
        <translation>Berichtigen</translation>
    </message>
    <message>
        <source>Wrong side: ask me</source>
        <translation>Falsche Seite: fragt mich</translation>
    </message>
    <message>
        <source>Take it again</source>
        <translation>Noch einmal aufnehmen</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Noch einmal hinsehen</translation>
    </message>
    <message>
        <source>Save what is filed</source>
        <translation>Speichern, was abgelegt ist</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>The whole screen</source>
        <translation>Der ganze Bildschirm</translation>
    </message>
    <message>
        <source>What every key does</source>
        <translation>Was jede Taste tut</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Put {die} on the table, any side up, and take your hands away.</source>
        <translation>{die} auf den Tisch legen, gleich welche Seite oben, und die Hände wegnehmen.</translation>
    </message>
    <message>
        <source>This side is blurred and is not kept: focus the camera, or put the die nearer to it.</source>
        <translation>Diese Seite ist unscharf und wird nicht behalten: die Kamera scharf stellen, oder den Würfel näher legen.</translation>
    </message>
    <message>
        <source>A lamp shines in this side and it is not kept: turn the die, or move the lamp.</source>
        <translation>Eine Lampe spiegelt sich in dieser Seite, sie wird nicht behalten: den Würfel drehen, oder die Lampe verrücken.</translation>
    </message>
    <message>
        <source>This looks the same as {twin}, which is enrolled: is it {die}? Put the right die down.</source>
        <translation>Dies sieht aus wie {twin}, schon angelernt: ist es {die}? Den richtigen Würfel hinlegen.</translation>
    </message>
    <message>
        <source>Side {face} is filed. Roll the die over an edge; still wanted: {missing}.</source>
        <translation>Seite {face} ist abgelegt. Den Würfel über eine Kante rollen; es fehlen: {missing}.</translation>
    </message>
    <message>
        <source>Leave only {die} on the table: {count} dice are seen.</source>
        <translation>Nur {die} auf dem Tisch lassen: {count} Würfel sind zu sehen.</translation>
    </message>
    <message>
        <source>I lost it. Which side is up? Turn it as printed, then Enter.</source>
        <translation>Verloren. Welche Seite liegt oben? Wie gedruckt drehen, dann Enter.</translation>
    </message>
    <message>
        <source>Which side is up? Turn it as printed, then Enter.</source>
        <translation>Welche Seite liegt oben? Wie gedruckt drehen, dann Enter.</translation>
    </message>
    <message>
        <source>All eight sides are filed and saved: the die is known from now on.</source>
        <translation>Alle acht Seiten sind abgelegt und gespeichert: der Würfel wird von jetzt an erkannt.</translation>
    </message>
    <message>
        <source>settled</source>
        <translation>ruhig</translation>
    </message>
    <message>
        <source>moving</source>
        <translation>bewegt</translation>
    </message>
    <message>
        <source>hand</source>
        <translation>Hand</translation>
    </message>
    <message>
        <source>camera moved</source>
        <translation>Kamera verrückt</translation>
    </message>
    <message>
        <source>markers hidden</source>
        <translation>Eckmarken verdeckt</translation>
    </message>
    <message>
        <source>too dark</source>
        <translation>zu dunkel</translation>
    </message>
    <message>
        <source>no picture</source>
        <translation>kein Bild</translation>
    </message>
</context>
<context>
    <name>exercise_k</name>
    <message>
        <source>top left</source>
        <translation>oben links</translation>
    </message>
    <message>
        <source>top right</source>
        <translation>oben rechts</translation>
    </message>
    <message>
        <source>bottom left</source>
        <translation>unten links</translation>
    </message>
    <message>
        <source>bottom right</source>
        <translation>unten rechts</translation>
    </message>
    <message>
        <source>by ramming</source>
        <extracomment>What keys mean (see `companion.session.exercise_k.keyed`); names of teams, Ogres and systems stay what they are.</extracomment>
        <translation>durch Rammen</translation>
    </message>
    <message>
        <source>own loss by its ram</source>
        <translation>eigener Verlust beim Rammen</translation>
    </message>
    <message>
        <source>fires a missile</source>
        <translation>feuert eine Rakete</translation>
    </message>
    <message>
        <source>set right by hand</source>
        <translation>von Hand berichtigt</translation>
    </message>
    <message>
        <source>with another Ogre</source>
        <translation>mit einem anderen Ogre</translation>
    </message>
    <message>
        <source>Command Post</source>
        <translation>Kommandoposten</translation>
    </message>
    <message>
        <source>radar</source>
        <translation>Radar</translation>
    </message>
    <message>
        <source>a D result: no effect</source>
        <translation>ein D-Ergebnis: keine Wirkung</translation>
    </message>
    <message>
        <source>more points</source>
        <translation>mehr Punkte</translation>
    </message>
    <message>
        <source>fewer points</source>
        <translation>weniger Punkte</translation>
    </message>
</context>
<context>
    <name>keys</name>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source>Click</source>
        <translation>Klick</translation>
    </message>
    <message>
        <source>Choose a die</source>
        <translation>Einen Würfel wählen</translation>
    </message>
    <message>
        <source>Point</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Look at a target</source>
        <translation>Ein Ziel ansehen</translation>
    </message>
    <message>
        <source>Wheel, drag</source>
        <translation>Mausrad, ziehen</translation>
    </message>
    <message>
        <source>Enlarge and move the picture</source>
        <translation>Das Bild vergrößern und verschieben</translation>
    </message>
</context>
<context>
    <name>match</name>
    <message>
        <source>Match</source>
        <translation>Partie</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Back to here</source>
        <translation>Zurück bis hierher</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Noch einmal hinsehen</translation>
    </message>
    <message>
        <source>Keep as a picture</source>
        <translation>Als Bild behalten</translation>
    </message>
    <message>
        <source>Ogre&apos;s card</source>
        <translation>Karte des Ogre</translation>
    </message>
    <message>
        <source>Points by hand</source>
        <translation>Punkte von Hand</translation>
    </message>
    <message>
        <source>Result sheet</source>
        <translation>Ergebnisblatt</translation>
    </message>
    <message>
        <source>Leave the match</source>
        <translation>Partie verlassen</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Picture, top view, drawn table</source>
        <translation>Bild, Draufsicht, gezeichneter Tisch</translation>
    </message>
    <message>
        <source>Whole table</source>
        <translation>Ganzer Tisch</translation>
    </message>
    <message>
        <source>Second window</source>
        <translation>Zweites Fenster</translation>
    </message>
    <message>
        <source>Turn the second window</source>
        <translation>Das zweite Fenster drehen</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Ganzer Bildschirm</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>What the ruling rests on</source>
        <translation>Worauf die Entscheidung beruht</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>Alle Tasten</translation>
    </message>
    <message>
        <source>Do it, accept it, end the turn</source>
        <translation>Ausführen, annehmen, Zug beenden</translation>
    </message>
    <message>
        <source>Throw a die of the hand</source>
        <translation>Einen Würfel der Hand werfen</translation>
    </message>
    <message>
        <source>Where a thrown die was let go</source>
        <translation>Wo ein Wurf losgelassen wurde</translation>
    </message>
    <message>
        <source>Next die, target, die to throw</source>
        <translation>Nächster Würfel, nächstes Ziel</translation>
    </message>
    <message>
        <source>The effects of the side, by number</source>
        <translation>Die Effekte der Seite, nach Nummer</translation>
    </message>
    <message>
        <source>Maneuver; then the corner&apos;s number</source>
        <translation>Manöver; dann die Nummer der Ecke</translation>
    </message>
    <message>
        <source>Another system of the Ogre</source>
        <translation>Anderes System des Ogre</translation>
    </message>
    <message>
        <source>Double Shot</source>
        <translation>Doppelschuss</translation>
    </message>
    <message>
        <source>Correct a die</source>
        <translation>Einen Würfel berichtigen</translation>
    </message>
    <message>
        <source>Skip an activation</source>
        <translation>Eine Aktivierung auslassen</translation>
    </message>
    <message>
        <source>End the turn</source>
        <translation>Zug beenden</translation>
    </message>
    <message>
        <source>Pass</source>
        <translation>Passen</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>undo</source>
        <translation>zurück</translation>
    </message>
    <message>
        <source>why</source>
        <translation>warum</translation>
    </message>
    <message>
        <source>log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>copy it</source>
        <translation>ihn kopieren</translation>
    </message>
    <message>
        <source>act on it</source>
        <translation>auf ihn wirken</translation>
    </message>
    <message>
        <source>shoot all {count}</source>
        <translation>auf alle {count} schießen</translation>
    </message>
    <message>
        <source>shoot</source>
        <translation>schießen</translation>
    </message>
    <message>
        <source>▲ Table and match differ</source>
        <translation>▲ Tisch und Partie weichen ab</translation>
    </message>
    <message>
        <source> in {count} places</source>
        <translation> an {count} Stellen</translation>
    </message>
    <message>
        <source>back</source>
        <translation>zurück</translation>
    </message>
    <message>
        <source>command</source>
        <translation>kommandieren</translation>
    </message>
    <message>
        <source>correct {piece}</source>
        <translation>{piece} berichtigen</translation>
    </message>
    <message>
        <source>throw a die</source>
        <translation>einen Würfel werfen</translation>
    </message>
    <message>
        <source>it is {player}&apos;s</source>
        <translation>er gehört {player}</translation>
    </message>
    <message>
        <source>next die</source>
        <translation>nächster Würfel</translation>
    </message>
    <message>
        <source>die before</source>
        <translation>voriger Würfel</translation>
    </message>
    <message>
        <source>let the throw stand</source>
        <translation>den Wurf gelten lassen</translation>
    </message>
    <message>
        <source>it stays, but does not act</source>
        <translation>er bleibt, handelt aber nicht</translation>
    </message>
    <message>
        <source>take it out, into reserve</source>
        <translation>herausnehmen, in die Reserve</translation>
    </message>
    <message>
        <source>throw {piece}</source>
        <translation>{piece} werfen</translation>
    </message>
    <message>
        <source>{piece} acts</source>
        <translation>{piece} handelt</translation>
    </message>
    <message>
        <source>skip it</source>
        <translation>auslassen</translation>
    </message>
    <message>
        <source>end the turn</source>
        <translation>Zug beenden</translation>
    </message>
    <message>
        <source>pass</source>
        <translation>passen</translation>
    </message>
    <message>
        <source>system: {system}, or another</source>
        <translation>System: {system}, oder ein anderes</translation>
    </message>
    <message>
        <source>none</source>
        <extracomment>So near to a ghost&apos;s middle, in edges, a click means it.</extracomment>
        <translation>keins</translation>
    </message>
    <message>
        <source>second shot: {target}</source>
        <translation>zweiter Schuss: {target}</translation>
    </message>
    <message>
        <source>other target</source>
        <translation>anderes Ziel</translation>
    </message>
    <message>
        <source>target before</source>
        <translation>voriges Ziel</translation>
    </message>
    <message>
        <source>we say: {target}</source>
        <translation>wir sagen: {target}</translation>
    </message>
    <message>
        <source>without a roll</source>
        <translation>ohne Rollen</translation>
    </message>
    <message>
        <source>over corner {number}</source>
        <translation>über Ecke {number}</translation>
    </message>
    <message>
        <source>{corner}, dot {dot}</source>
        <translation>{corner}, Punkt {dot}</translation>
    </message>
    <message>
        <source>command in this order</source>
        <translation>in dieser Reihenfolge kommandieren</translation>
    </message>
    <message>
        <source>once only</source>
        <translation>nur einmal</translation>
    </message>
    <message>
        <source>twice: Double Shot</source>
        <translation>zweimal: Doppelschuss</translation>
    </message>
    <message>
        <source>we say: it may</source>
        <translation>wir sagen: er darf</translation>
    </message>
    <message>
        <source>we say: it may not</source>
        <translation>wir sagen: er darf nicht</translation>
    </message>
    <message>
        <source>maneuver</source>
        <extracomment>Kinds of effects that are done by somebody: what begins when one is chosen. Kinds that need no action: they work of themselves. What an effect of a kind does first, to hear from the rules why it may not.</extracomment>
        <translation>Manöver</translation>
    </message>
    <message>
        <source>turn {number}</source>
        <translation>Zug {number}</translation>
    </message>
    <message>
        <source>or type: heavy 6</source>
        <translation>oder tippen: heavy 6</translation>
    </message>
    <message>
        <source>side {number}</source>
        <extracomment>A glass is so wide at most, and no wider than a share of what it lies over is high. How much of the table a loupe shows, mm. The same about a die that rolls, in its edges.</extracomment>
        <translation>Seite {number}</translation>
    </message>
    <message>
        <source>by hand</source>
        <extracomment>Without a camera.</extracomment>
        <translation>von Hand</translation>
    </message>
    <message>
        <source>waiting for the camera</source>
        <extracomment>With one, before its first picture.</extracomment>
        <translation>warte auf die Kamera</translation>
    </message>
    <message>
        <source>is being read …</source>
        <translation>wird gelesen …</translation>
    </message>
    <message>
        <source>camera {mm} mm {verdict}</source>
        <translation>Kamera {mm} mm {verdict}</translation>
    </message>
    <message>
        <source>settled</source>
        <translation>ruhig</translation>
    </message>
    <message>
        <source>moving</source>
        <translation>bewegt</translation>
    </message>
    <message>
        <source>hand</source>
        <translation>Hand</translation>
    </message>
    <message>
        <source>camera moved</source>
        <translation>Kamera verrückt</translation>
    </message>
    <message>
        <source>markers hidden</source>
        <translation>Eckmarken verdeckt</translation>
    </message>
    <message>
        <source>too dark</source>
        <translation>zu dunkel</translation>
    </message>
    <message>
        <source>no picture</source>
        <translation>kein Bild</translation>
    </message>
    <message>
        <source>{player} has won</source>
        <translation>{player} hat gewonnen</translation>
    </message>
    <message>
        <source>it lies like this</source>
        <extracomment>From the middle (0) to the thrower&apos;s edge (1): where a throw is first shown.</extracomment>
        <translation>so liegt er</translation>
    </message>
    <message>
        <source>it is rolled off</source>
        <translation>er ist abgerollt</translation>
    </message>
    <message>
        <source>another die</source>
        <translation>ein anderer Würfel</translation>
    </message>
    <message>
        <source>the die before</source>
        <translation>der Würfel davor</translation>
    </message>
    <message>
        <source>off the table</source>
        <translation>vom Tisch</translation>
    </message>
    <message>
        <source>leans on …</source>
        <translation>lehnt an …</translation>
    </message>
    <message>
        <source>a foul</source>
        <translation>ein Foul</translation>
    </message>
    <message>
        <source>knocked off …</source>
        <translation>heruntergestoßen …</translation>
    </message>
    <message>
        <source>moved …</source>
        <translation>verschoben …</translation>
    </message>
    <message>
        <source>let go at …</source>
        <translation>losgelassen bei …</translation>
    </message>
    <message>
        <source>let go at {behind} / {above} mm</source>
        <translation>losgelassen bei {behind} / {above} mm</translation>
    </message>
    <message>
        <source>so it is</source>
        <translation>so ist es</translation>
    </message>
    <message>
        <source>carry it</source>
        <translation>ihn tragen</translation>
    </message>
    <message>
        <source>owner: {player}</source>
        <translation>Besitzer: {player}</translation>
    </message>
    <message>
        <source>where: {zone}</source>
        <translation>wo: {zone}</translation>
    </message>
    <message>
        <source>on the table</source>
        <translation>auf dem Tisch</translation>
    </message>
    <message>
        <source>in hand</source>
        <translation>auf der Hand</translation>
    </message>
    <message>
        <source>in reserve</source>
        <translation>in Reserve</translation>
    </message>
    <message>
        <source>turn it</source>
        <translation>drehen</translation>
    </message>
    <message>
        <source>move it</source>
        <translation>verschieben</translation>
    </message>
    <message>
        <source>[B] back to here</source>
        <extracomment>So many rule ids stand in the list; all of them are below it.</extracomment>
        <translation>[B] zurück bis hierher</translation>
    </message>
    <message>
        <source> (undone)</source>
        <translation> (zurückgenommen)</translation>
    </message>
    <message>
        <source>The camera took this for what cannot be: {reason} Say by hand what was done, or press F4.</source>
        <translation>Die Kamera hielt das für etwas, das nicht sein kann: {reason} Sag von Hand, was geschah, oder drücke F4.</translation>
    </message>
    <message>
        <source>{player} has won the match, {points} points to {others}.</source>
        <translation>{player} hat die Partie gewonnen, {points} Punkte zu {others}.</translation>
    </message>
    <message>
        <source>Command Post of {player}: {armour} Armor left.</source>
        <translation>Kommandoposten von {player}: noch {armour} Panzerung.</translation>
    </message>
    <message>
        <source>The throw was a foul: {player} decides what becomes of it.</source>
        <translation>Der Wurf war ein Foul: {player} entscheidet, was damit geschieht.</translation>
    </message>
    <message>
        <source>{player}: {piece} is up.</source>
        <translation>{player}: {piece} ist dran.</translation>
    </message>
    <message>
        <source>{player} begins: place a die in the exact centre of the table.</source>
        <translation>{player} beginnt: einen Würfel genau in die Mitte des Tisches legen.</translation>
    </message>
    <message>
        <source>{player} has acted. Next player?</source>
        <translation>{player} hat gehandelt. Der Nächste?</translation>
    </message>
    <message>
        <source>It is {player}&apos;s turn: throw a die, let one in play act, or pass.</source>
        <translation>{player} ist am Zug: einen Würfel werfen, einen im Spiel handeln lassen, oder passen.</translation>
    </message>
    <message>
        <source>, back in turn {turn}</source>
        <translation>, zurück in Zug {turn}</translation>
    </message>
    <message>
        <source>Block {block}</source>
        <translation>Block {block}</translation>
    </message>
    <message>
        <source>poisoned</source>
        <translation>vergiftet</translation>
    </message>
    <message>
        <source>a copied side</source>
        <translation>eine kopierte Seite</translation>
    </message>
    <message>
        <source>{piece} is no target: {reason}.</source>
        <translation>{piece} ist kein Ziel: {reason}.</translation>
    </message>
    <message>
        <source>Over which corner does {piece} roll?</source>
        <translation>Über welche Ecke rollt {piece}?</translation>
    </message>
    <message>
        <source>Which die does {piece} call?</source>
        <translation>Welchen Würfel ruft {piece}?</translation>
    </message>
    <message>
        <source>What do you say?</source>
        <translation>Was sagt ihr?</translation>
    </message>
    <message>
        <source>{player} places {piece} in the exact centre, whichever way it faces.</source>
        <translation>{player} legt {piece} genau in die Mitte, in beliebiger Richtung.</translation>
    </message>
    <message>
        <source>{piece} went off the table.</source>
        <translation>{piece} ist vom Tisch gefallen.</translation>
    </message>
    <message>
        <source>{piece} leans on {other}: it goes off the table unless it rolls off.</source>
        <translation>{piece} lehnt an {other}: er kommt vom Tisch, wenn er nicht abrollt.</translation>
    </message>
    <message>
        <source>{player} throws {piece}. Put it where it lies, with the side that it shows.</source>
        <translation>{player} wirft {piece}. Legt ihn hin, wo er liegt, mit der Seite, die er zeigt.</translation>
    </message>
    <message>
        <source>Click what it leans on.</source>
        <translation>Anklicken, woran er lehnt.</translation>
    </message>
    <message>
        <source>Click the dice that it knocked off the table; again takes it back.</source>
        <translation>Die Würfel anklicken, die er vom Tisch gestoßen hat; noch einmal nimmt es zurück.</translation>
    </message>
    <message>
        <source>Click a die that it moved, then where that lies now; digits turn its side.</source>
        <translation>Einen Würfel anklicken, den er verschoben hat, dann wo dieser jetzt liegt; Ziffern wählen die Seite.</translation>
    </message>
    <message>
        <source>{piece} was let go {behind} mm behind {player}&apos;s edge and {above} mm above the table:</source>
        <translation>{piece} wurde {behind} mm hinter der Kante von {player} und {above} mm über dem Tisch losgelassen:</translation>
    </message>
    <message>
        <source>that is fair.</source>
        <translation>das ist erlaubt.</translation>
    </message>
    <message>
        <source>a foul, for it must be behind the edge, and {foot} mm behind it or above it.</source>
        <translation>ein Foul, denn es muss hinter der Kante sein, und {foot} mm hinter oder über ihr.</translation>
    </message>
    <message>
        <source>{player} {points} (was {before})</source>
        <translation>{player} {points} (bisher {before})</translation>
    </message>
    <message>
        <source>{player} has won with that.</source>
        <translation>Damit hat {player} gewonnen.</translation>
    </message>
    <message>
        <source>Points by hand: {points}.</source>
        <translation>Punkte von Hand: {points}.</translation>
    </message>
    <message>
        <source>How does {piece} lie? Choose the side, turn it, or type: heavy 6.</source>
        <translation>Wie liegt {piece}? Die Seite wählen, drehen, oder tippen: heavy 6.</translation>
    </message>
    <message>
        <source>{difference}. What has happened?</source>
        <extracomment>Acts whose proposal says all that the ruling says of them.</extracomment>
        <translation>{difference}. Was ist geschehen?</translation>
    </message>
    <message>
        <source>moves {dots}</source>
        <translation>Punkte {dots}</translation>
    </message>
    <message>
        <source>crushes {dice}</source>
        <translation>überrollt {dice}</translation>
    </message>
    <message>
        <source>the table&apos;s edge</source>
        <translation>der Tischkante</translation>
    </message>
    <message>
        <source>{room} clear of {what}</source>
        <translation>{room} frei vor {what}</translation>
    </message>
    <message>
        <source>before: side {number}</source>
        <translation>vorher: Seite {number}</translation>
    </message>
    <message>
        <source>Poison</source>
        <translation>Gift</translation>
    </message>
    <message>
        <source>off</source>
        <translation>weg</translation>
    </message>
    <message>
        <source>or else …</source>
        <translation>oder aber …</translation>
    </message>
    <message>
        <source>it was read rightly …</source>
        <translation>es war richtig gelesen …</translation>
    </message>
    <message>
        <source>correct it</source>
        <translation>berichtigen</translation>
    </message>
    <message>
        <source>{question} {answer}</source>
        <translation>{question} {answer}</translation>
    </message>
    <message>
        <source>Diceland table companion</source>
        <translation>Diceland-Tischbegleiter</translation>
    </message>
    <message>
        <source>Kept: {path}</source>
        <translation>Behalten: {path}</translation>
    </message>
    <message>
        <source>No die here is called “{words}”: type a name and a side, as heavy 6.</source>
        <translation>Kein Würfel heißt hier „{words}“: Name und Seite tippen, etwa heavy 6.</translation>
    </message>
    <message>
        <source>The card was marked by hand</source>
        <translation>Die Karte wurde von Hand markiert</translation>
    </message>
    <message>
        <source>main</source>
        <extracomment>What can be clicked in a block: the points, or a piece or Command Post by its id. The systems in the narrow column beside the table; translated when they are shown.</extracomment>
        <translation>Haupt</translation>
    </message>
    <message>
        <source>sec</source>
        <translation>Sek</translation>
    </message>
    <message>
        <source>missile</source>
        <translation>Raketen</translation>
    </message>
    <message>
        <source>AP</source>
        <translation>AP</translation>
    </message>
    <message>
        <source>play</source>
        <translation>Spiel</translation>
    </message>
    <message>
        <source>back next turn</source>
        <translation>nächsten Zug zurück</translation>
    </message>
    <message>
        <source>back in {turns} turns</source>
        <translation>in {turns} Zügen zurück</translation>
    </message>
    <message>
        <source>treads</source>
        <translation>Ketten</translation>
    </message>
    <message>
        <source>moves</source>
        <translation>Züge</translation>
    </message>
    <message>
        <source>destroyed</source>
        <translation>zerstört</translation>
    </message>
    <message>
        <source>Command Post</source>
        <translation>Kommandoposten</translation>
    </message>
    <message>
        <source>we say: pinned, and killed</source>
        <translation>wir sagen: eingeklemmt und zerstört</translation>
    </message>
    <message>
        <source>we say: it stays</source>
        <translation>wir sagen: er bleibt</translation>
    </message>
    <message>
        <source>The players say that it was pinned</source>
        <translation>Die Spieler sagen, er war eingeklemmt</translation>
    </message>
    <message>
        <source>it was let go there</source>
        <translation>dort losgelassen</translation>
    </message>
    <message>
        <source>these are the points</source>
        <translation>das sind die Punkte</translation>
    </message>
    <message>
        <source>the next number</source>
        <translation>die nächste Zahl</translation>
    </message>
    <message>
        <source>plus or minus</source>
        <translation>plus oder minus</translation>
    </message>
    <message>
        <source>take the last digit back</source>
        <translation>letzte Ziffer zurück</translation>
    </message>
    <message>
        <source>type it</source>
        <translation>tippen</translation>
    </message>
</context>
<context>
    <name>overlay</name>
    <message>
        <source>{armour:g} Armor</source>
        <extracomment>The ring round a target, and how far words stay from a die&apos;s middle, in circumradii of its top face. How far round a Command Post&apos;s card its ring runs. The line to the target in focus, and the words along it.</extracomment>
        <translation>{armour:g} Panzerung</translation>
    </message>
    <message>
        <source>Command Post</source>
        <translation>Kommandoposten</translation>
    </message>
    <message>
        <source>side {number}</source>
        <translation>Seite {number}</translation>
    </message>
    <message>
        <source>own side</source>
        <translation>eigene Seite</translation>
    </message>
    <message>
        <source>an enemy</source>
        <translation>ein Feind</translation>
    </message>
    <message>
        <source>behind the baseline</source>
        <translation>hinter der Grundlinie</translation>
    </message>
    <message>
        <source>not the closest</source>
        <translation>nicht der nächste</translation>
    </message>
    <message>
        <source>dodges</source>
        <translation>weicht aus</translation>
    </message>
    <message>
        <source>immune to this colour</source>
        <translation>immun gegen diese Farbe</translation>
    </message>
    <message>
        <source>on a lower level</source>
        <translation>auf niedrigerer Ebene</translation>
    </message>
    <message>
        <source>terrain in between</source>
        <translation>Gelände dazwischen</translation>
    </message>
    <message>
        <source>not of the kind named</source>
        <translation>nicht von der genannten Art</translation>
    </message>
    <message>
        <source>too close to call</source>
        <translation>zu knapp</translation>
    </message>
    <message>
        <source>leaning, not flat</source>
        <translation>lehnt, liegt nicht flach</translation>
    </message>
    <message>
        <source>hangs over the edge</source>
        <translation>hängt über den Rand</translation>
    </message>
    <message>
        <source>hit 1st</source>
        <extracomment>Which of several targets is hit when; from the fourth on by number.</extracomment>
        <translation>als 1. getroffen</translation>
    </message>
    <message>
        <source>hit 2nd</source>
        <translation>als 2. getroffen</translation>
    </message>
    <message>
        <source>hit 3rd</source>
        <translation>als 3. getroffen</translation>
    </message>
    <message>
        <source>face cannot be told</source>
        <translation>Fläche nicht erkennbar</translation>
    </message>
    <message>
        <source>top face and whole die differ</source>
        <translation>Oberseite und ganzer Würfel weichen ab</translation>
    </message>
    <message>
        <source>hit {order}th</source>
        <translation>als {order}. getroffen</translation>
    </message>
    <message>
        <source>{doubt}: {margin} past the baseline</source>
        <translation>{doubt}: {margin} über der Grundlinie</translation>
    </message>
</context>
<context>
    <name>picture</name>
    <message>
        <source>side {number}</source>
        <translation>Seite {number}</translation>
    </message>
    <message>
        <source>1 die</source>
        <translation>1 Würfel</translation>
    </message>
    <message>
        <source>{count} dice</source>
        <translation>{count} Würfel</translation>
    </message>
    <message>
        <source>no marker seen: the camera is taken to stand as calibrated</source>
        <translation>keine Eckmarke zu sehen: die Kamera gilt als so stehend, wie sie kalibriert wurde</translation>
    </message>
    <message>
        <source>markers {numbers} hidden</source>
        <translation>Eckmarken {numbers} verdeckt</translation>
    </message>
    <message>
        <source>camera steady ({mm:.1f} mm)</source>
        <translation>Kamera steht ({mm:.1f} mm)</translation>
    </message>
    <message>
        <source>What the ruling rests on</source>
        <translation>Worauf die Entscheidung beruht</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>Alle Tasten</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Dice</source>
        <translation>Würfel</translation>
    </message>
    <message>
        <source>Next die</source>
        <translation>Nächster Würfel</translation>
    </message>
    <message>
        <source>Die before</source>
        <translation>Voriger Würfel</translation>
    </message>
    <message>
        <source>Next target</source>
        <translation>Nächstes Ziel</translation>
    </message>
    <message>
        <source>Target before</source>
        <translation>Voriges Ziel</translation>
    </message>
    <message>
        <source>Change owner</source>
        <translation>Besitzer wechseln</translation>
    </message>
    <message>
        <source>Put the die down</source>
        <translation>Den Würfel weglegen</translation>
    </message>
    <message>
        <source>Weapon {number}</source>
        <translation>Waffe {number}</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Next picture</source>
        <translation>Nächstes Bild</translation>
    </message>
    <message>
        <source>Picture before</source>
        <translation>Voriges Bild</translation>
    </message>
    <message>
        <source>Top view or picture</source>
        <translation>Draufsicht oder Bild</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Whole picture</source>
        <translation>Ganzes Bild</translation>
    </message>
</context>
<context>
    <name>results</name>
    <message>
        <source>Result sheet</source>
        <translation>Ergebnisblatt</translation>
    </message>
    <message>
        <source>Written to be printed: {file}</source>
        <translation>Zum Drucken geschrieben: {file}</translation>
    </message>
    <message>
        <source>Save and print  [Ctrl+P]</source>
        <translation>Speichern und drucken  [Strg+P]</translation>
    </message>
</context>
<context>
    <name>second</name>
    <message>
        <source>{player} has won</source>
        <extracomment>Pixels to the point of the labels on a table drawn so wide; smaller ones in proportion.</extracomment>
        <translation>{player} hat gewonnen</translation>
    </message>
    <message>
        <source>{player}, turn {number}</source>
        <translation>{player}, Zug {number}</translation>
    </message>
    <message>
        <source>side {number}</source>
        <translation>Seite {number}</translation>
    </message>
    <message>
        <source>Diceland: the table</source>
        <translation>Diceland: der Tisch</translation>
    </message>
</context>
<context>
    <name>start</name>
    <message>
        <source>Without a camera: {why}</source>
        <extracomment>Windows that run; Qt does not keep them.</extracomment>
        <translation>Ohne Kamera: {why}</translation>
    </message>
    <message>
        <source>{names}, {scenario}</source>
        <translation>{names}, {scenario}</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source>New match</source>
        <translation>Neue Partie</translation>
    </message>
    <message>
        <source>Next document</source>
        <translation>Nächstes Regelwerk</translation>
    </message>
    <message>
        <source>Next scenario</source>
        <translation>Nächstes Szenario</translation>
    </message>
    <message>
        <source>Advanced Rules on or off</source>
        <translation>Fortgeschrittene Regeln ein oder aus</translation>
    </message>
    <message>
        <source>Command Posts for everybody</source>
        <translation>Kommandoposten für alle</translation>
    </message>
    <message>
        <source>Army of player {0}</source>
        <translation>Armee von Spieler {0}</translation>
    </message>
    <message>
        <source>Rename a player, then the next</source>
        <translation>Einen Spieler umbenennen, dann den nächsten</translation>
    </message>
    <message>
        <source>Another shape and colour</source>
        <translation>Andere Form und Farbe</translation>
    </message>
    <message>
        <source>Everybody one edge further</source>
        <translation>Alle eine Tischkante weiter</translation>
    </message>
    <message>
        <source>Change places with the next player</source>
        <translation>Mit dem nächsten Spieler Platz tauschen</translation>
    </message>
    <message>
        <source>One player more</source>
        <translation>Ein Spieler mehr</translation>
    </message>
    <message>
        <source>One player fewer</source>
        <translation>Ein Spieler weniger</translation>
    </message>
    <message>
        <source>The Ogre to the next player</source>
        <translation>Der Ogre an den nächsten Spieler</translation>
    </message>
    <message>
        <source>Mark III or Mark V</source>
        <translation>Mark III oder Mark V</translation>
    </message>
    <message>
        <source>Another base number for armies</source>
        <translation>Andere Basiszahl für Armeen</translation>
    </message>
    <message>
        <source>Take the last die back</source>
        <translation>Den letzten Würfel zurücknehmen</translation>
    </message>
    <message>
        <source>Agreements: open or fold</source>
        <translation>Absprachen: öffnen oder einklappen</translation>
    </message>
    <message>
        <source>Throw the coin, or let another begin</source>
        <translation>Münze werfen, oder einen anderen beginnen lassen</translation>
    </message>
    <message>
        <source>On to the table</source>
        <translation>Weiter zum Tisch</translation>
    </message>
    <message>
        <source>{count} taken</source>
        <translation>{count} genommen</translation>
    </message>
    <message>
        <source>✕ no room</source>
        <translation>✕ kein Platz</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tisch</translation>
    </message>
    <message>
        <source>Camera {0}</source>
        <translation>Kamera {0}</translation>
    </message>
    <message>
        <source>No camera: a drawn table</source>
        <translation>Keine Kamera: ein gezeichneter Tisch</translation>
    </message>
    <message>
        <source>Look for cameras again</source>
        <translation>Noch einmal nach Kameras suchen</translation>
    </message>
    <message>
        <source>Enter the table&apos;s size</source>
        <translation>Größe des Tisches eingeben</translation>
    </message>
    <message>
        <source>Take the size from the markers</source>
        <translation>Größe von den Eckmarken nehmen</translation>
    </message>
    <message>
        <source>Click the corners, or use markers</source>
        <translation>Ecken anklicken, oder Eckmarken verwenden</translation>
    </message>
    <message>
        <source>Move the cross by a pixel, terrain by 5 mm</source>
        <translation>Kreuz um ein Pixel schieben, Gelände um 5 mm</translation>
    </message>
    <message>
        <source>Move the cross by twenty pixels, terrain by 50 mm</source>
        <translation>Kreuz um zwanzig Pixel schieben, Gelände um 50 mm</translation>
    </message>
    <message>
        <source>Put a corner under the cross</source>
        <translation>Eine Ecke unter das Kreuz setzen</translation>
    </message>
    <message>
        <source>Take the last corner back</source>
        <translation>Die letzte Ecke zurücknehmen</translation>
    </message>
    <message>
        <source>Measure the camera anew</source>
        <translation>Die Kamera neu vermessen</translation>
    </message>
    <message>
        <source>Lock focus and exposure, or let go</source>
        <translation>Schärfe und Belichtung festhalten oder freigeben</translation>
    </message>
    <message>
        <source>Take a picture of the lens board</source>
        <translation>Die Objektivtafel aufnehmen</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Dark, light, high contrast</source>
        <translation>Dunkel, hell, hoher Kontrast</translation>
    </message>
    <message>
        <source>Larger type, or usual again</source>
        <translation>Größere Schrift, oder wieder übliche</translation>
    </message>
    <message>
        <source>Another language</source>
        <translation>Andere Sprache</translation>
    </message>
    <message>
        <source>Rulings read aloud, or not</source>
        <translation>Entscheidungen vorlesen, oder nicht</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Ganzer Bildschirm</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>All keys</source>
        <translation>Alle Tasten</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Rulings are not read aloud.</source>
        <translation>Entscheidungen werden nicht vorgelesen.</translation>
    </message>
    <message>
        <source>Rulings are read aloud from now on.</source>
        <translation>Entscheidungen werden von jetzt an vorgelesen.</translation>
    </message>
    <message>
        <source>Rulings are read aloud once this system has a voice: it has none now.</source>
        <translation>Entscheidungen werden vorgelesen, sobald dieses System eine Stimme hat: jetzt hat es keine.</translation>
    </message>
    <message>
        <source>played {day}, {count} entries</source>
        <translation>gespielt am {day}, {count} Einträge</translation>
    </message>
    <message>
        <source>{score} · {winner} won</source>
        <translation>{score} · {winner} hat gewonnen</translation>
    </message>
    <message>
        <source>turn {turn} · {score} · {player} to move</source>
        <translation>Zug {turn} · {score} · {player} ist am Zug</translation>
    </message>
    <message>
        <source>A die is shown to a camera: measure one first (7, Calibrate).</source>
        <translation>Ein Würfel wird einer Kamera gezeigt: zuerst eine vermessen (7, Kalibrieren).</translation>
    </message>
    <message>
        <source>Terrain</source>
        <extracomment>The arrow keys, by what they mean on the table: x right, y away.</extracomment>
        <translation>Gelände</translation>
    </message>
    <message>
        <source>Change the size of the piece</source>
        <translation>Größe des Stücks ändern</translation>
    </message>
    <message>
        <source>A piece of terrain more</source>
        <translation>Ein Stück Gelände mehr</translation>
    </message>
    <message>
        <source>The next piece</source>
        <translation>Das nächste Stück</translation>
    </message>
    <message>
        <source>Another shape</source>
        <translation>Eine andere Form</translation>
    </message>
    <message>
        <source>A wall, or a hill of a level</source>
        <translation>Mauer, oder Hügel einer Ebene</translation>
    </message>
    <message>
        <source>Wider</source>
        <translation>Breiter</translation>
    </message>
    <message>
        <source>Deeper</source>
        <translation>Tiefer</translation>
    </message>
    <message>
        <source>Turn the piece</source>
        <translation>Das Stück drehen</translation>
    </message>
    <message>
        <source>Take the piece away</source>
        <translation>Das Stück wegnehmen</translation>
    </message>
</context>
<context>
    <name>why</name>
    <message>
        <source>may be hit</source>
        <translation>darf getroffen werden</translation>
    </message>
    <message>
        <source>too close to call</source>
        <translation>zu knapp</translation>
    </message>
    <message>
        <source>no target</source>
        <translation>kein Ziel</translation>
    </message>
    <message>
        <source>No ruling: choose a die with a weapon.</source>
        <translation>Keine Entscheidung: einen Würfel mit Waffe wählen.</translation>
    </message>
    <message>
        <source>± is one standard deviation of the measurement. A comparison within two of them is too close to call, and the players decide (AMB-02). Distances run between the closest points of the top faces.</source>
        <translation>± ist eine Standardabweichung der Messung. Ein Vergleich innerhalb von zweien ist zu knapp, und die Spieler entscheiden (AMB-02). Abstände gelten zwischen den nächsten Punkten der Oberseiten.</translation>
    </message>
    <message>
        <source>distance</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>past the baseline</source>
        <translation>über der Grundlinie</translation>
    </message>
</context>
<context>
    <name>window</name>
    <message>
        <source>5 Tread units of Blue 2; K is blacK</source>
        <translation>5 Ketten von Blue 2; K ist blacK</translation>
    </message>
</context>
</TS>
