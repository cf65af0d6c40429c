"""Pages in the local network: the server, who may read and ask for what, and the bounds of all that.

Everything is text here: nothing knows of a match, and no socket is opened before a `PageServer` is made. A feature says
which pages it has (`PageFiles`), who may open them and what becomes of what they ask for (`PageApplication`).
"""

from companion.web.addresses import OWN_COMPUTER, Interface, LocalName, host_of, own_interfaces, possible_names
from companion.web.application import PageApplication, read_body
from companion.web.codes import JoinCodes, ViewerPass, ViewerRole, readable_code
from companion.web.hub import LINE, Message
from companion.web.page_files import PageFiles
from companion.web.server import PageServer, check_port, read_port
from companion.web.tuning import DEFAULT_PORT, LIMITS, Limits
