"""A recorded reading log as a picture: what each antenna, box and key told, and above it what was made of that.

`told` follows the log, `lanes` puts it and what lay where (`controller.records.seen`) on lanes, `svg` and `page` draw.
"""

from controller.cli.timeline.lanes import Timeline, timeline_of
from controller.cli.timeline.page import html_page
from controller.cli.timeline.svg import svg_picture
from controller.cli.timeline.told import Account, account_of

__all__ = ["Account", "Timeline", "account_of", "html_page", "svg_picture", "timeline_of"]
