"""A Data Connector of our own on a real HTTP port: it answers as the vendor's guide and golden messages say.

Written without the vendor's package, so that a slip of ours in using that does not hide here. Its moods are what goes
wrong: it hangs up, takes a request and loses the answer, is busy, answers rubbish, sends elsewhere, drips.
"""

import json
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

GUID = "A1B2C3D4E5F60718293A4B5C6D7E8F90"
CLUB, LICENCE = "CLUB001", "LICENCE-KEY-123"
GREETING = "Bridgemate dataconnector service version 5.0.1041.0"
OK, ERROR = 1, 4
BUSY, NO_UPDATES, MOVEMENT, VALIDATION, ENTRY_UNKNOWN, NOT_IMPLEMENTED = 1, 3, 4, 5, 6, 8
PING, INITIALIZE, ALL_PLAYERS, ALL_SEATS, ALL_MOVEMENTS, MANAGE = 4, 5, 24, 25, 33, 34
#: What is put: the command, the type of its answers' data, the fields that say what an object is about.
PUTS = {
    10: ("SectionLetters", "TableNumber", "RoundNumber", "BoardNumber"),
    13: ("ScoringGroupNumber", "BoardNumber"),
    39: ("SectionLetters", "TableNumber", "RoundNumber"),
}


class FakeConnector:
    """What it was told and what it knows; change `moods` to make it ill: each is used up by one request."""

    def __init__(self, sections=(), players=(), seats=()):
        self.sections, self.players, self.seats = list(sections), list(players), list(seats)
        self.greeting = GREETING
        self.moods: list[str] = []
        #: Command -> key -> object: what the scoring program has now.
        self.has: dict[int, dict[tuple, dict]] = {10: {}, 13: {}, 39: {}}
        #: Every request that was answered or taken, in order: command and number of objects.
        self.log: list[tuple[int, int]] = []
        self.lock = threading.Lock()

    def answer(self, request):
        """The answer to a request, as its type, error and content."""
        command, guid = request["Command"], request["SessionGuid"]
        if (request["ClubId"], request["LicenceKey"]) != (CLUB, LICENCE):
            return ERROR, VALIDATION, "The club is not known."
        content = json.loads(request["SerializedData"]) if request["SerializedData"] else None
        if command == PING:
            return OK, 0, content
        if command == INITIALIZE:
            self.sections = [s for e in content["Sessions"] for g in e["ScoringGroups"] for s in g["Sections"]]
            return OK, 0, "Initialized"
        if command == MANAGE:
            return 17, 0, {"IsRunning": True, "SessionInformation": [{"SessionGuid": GUID, "SessionName": "Monday"}]}
        if guid != GUID:
            return ERROR, ENTRY_UNKNOWN, "The session is not known."
        if command in PUTS:
            return self.put(command, content)
        asked = {ALL_MOVEMENTS: (14, self.sections), ALL_PLAYERS: (10, self.players), ALL_SEATS: (11, self.seats)}
        if command not in asked:
            return ERROR, NOT_IMPLEMENTED, "Not implemented."
        kind, found = asked[command]
        return kind, 0, found

    def put(self, command, content):
        """Take objects, all of them or none."""
        for one in content:
            if one["SessionGuid"] != GUID:
                return ERROR, VALIDATION, "The guid differs."
            if command == 10 and not self.is_in_movement(one):
                return ERROR, MOVEMENT, "The data does not comply to a known round."
        found = {tuple(one[name] for name in PUTS[command]): one for one in content}
        if all(self.has[command].get(key) == one for key, one in found.items()):
            return ERROR, NO_UPDATES, "Already present."
        self.has[command].update(found)
        return OK, 0, "Taken"

    def is_in_movement(self, one):
        """Is that board played there in that round?"""
        return any(
            s["Letters"] == one["SectionLetters"]
            and r["TableNumber"] == one["TableNumber"]
            and r["RoundNumber"] == one["RoundNumber"]
            and r["LowBoardNumber"] <= one["BoardNumber"] <= r["HighBoardNumber"]
            for s in self.sections
            for t in s["Tables"]
            for r in t["Rounds"]
        )


class _Handler(BaseHTTPRequestHandler):
    fake: FakeConnector

    def do_GET(self):
        self.reply(200, self.fake.greeting.encode())

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.fake.lock:
            mood = self.fake.moods.pop(0) if self.fake.moods else ""
            if mood == "hang up":
                self.close_connection = True
                self.connection.close()
                return
            if mood == "busy" or mood.startswith("error "):
                kind, error, content = ERROR, BUSY if mood == "busy" else int(mood[6:]), mood
            else:
                kind, error, content = self.fake.answer(request)
                objects = json.loads(request["SerializedData"]) if request["SerializedData"] else None
                self.fake.log.append((request["Command"], len(objects) if isinstance(objects, list) else 0))
        given = {"RequestCommand": request["Command"], "DataType": kind, "LastQueueItemId": 0, "ErrorType": error}
        body = json.dumps({**given, "SessionGuid": request["SessionGuid"], "SerializedData": json.dumps(content)})
        self.send(mood, body.encode())

    def send(self, mood, body):
        """The answer, or what becomes of it."""
        if mood == "lose the answer":
            self.connection.close()
        elif mood == "cut the answer off":
            self.reply(200, body[: len(body) // 2], length=len(body))
            self.connection.close()
        elif mood == "status 503":
            self.reply(503, b"busy")
        elif mood == "rubbish":
            self.reply(200, b"\xff\xfe<html>")
        elif mood == "elsewhere":
            self.reply(302, b"", Location="http://127.0.0.1:9/")
        elif mood == "another answer":
            self.reply(200, json.dumps({"RequestCommand": 99, "DataType": OK}).encode())
        elif mood == "drip":
            self.reply(200, body[:1], length=len(body))
            time.sleep(6)
        else:
            self.reply(200, body)

    def reply(self, status, body, *, length=None, **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def log_message(self, *_about):
        pass


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def handle_error(self, *_about):
        """A connection that a mood has closed."""


@contextmanager
def listening(fake, port=0):
    """The fake on a port of the loopback; its address. It may be started again on the same port."""
    server = _Server(("127.0.0.1", port), type("Handler", (_Handler,), {"fake": fake}))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def sections_of(movement, letters="A", group=1):
    """A movement of ours as the scoring program's sections."""
    tables: dict[int, list[dict]] = {}
    for s in movement.sittings:
        tables.setdefault(s.table, []).append(
            {
                **{"SessionGuid": GUID, "SectionLetters": letters, "TableNumber": s.table, "RoundNumber": s.round},
                **{"LowBoardNumber": s.boards[0], "HighBoardNumber": s.boards[-1], "PairNS": s.ns, "PairEW": s.ew},
            }
        )
    rounds = [{"TableNumber": number, "Rounds": found} for number, found in tables.items()]
    return [{"SessionGuid": GUID, "Letters": letters, "ScoringGroupNumber": group, "Winners": 2, "Tables": rounds}]
