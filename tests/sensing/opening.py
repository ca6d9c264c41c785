"""A board to begin every test with: 3NT by North after four passes' worth of auction, East to lead, South dummy."""

from __future__ import annotations

from random import Random

from sensing.listening import Follower, heard, signature
from sensing.noisy_table import LEVELS, Level, Pace, Script

from controller.model.regulations import CLUB, Regulations
from controller.sensing.loop import Listening, sensing_of

#: North AKQ2 KQ2 432 AK2, East the jacks and tens, South 543 543 AKQ5 Q43, West the rest.
DEAL = "N:AKQ2.KQ2.432.AK2 JT9.JT9.JT9.JT98 543.543.AKQ5.Q43 876.A876.876.765"
AUCTION = "N:2NT E:P S:3NT W:P N:P E:P"
TO_DUMMY = ["E>CJv", "E^CJ", "S spreads 13"]


def table(*, seed: int = 1, level: Level = LEVELS[0], regulations: Regulations = CLUB, known: bool = True) -> Script:
    """Board 1 lies on the table, North is to call."""
    script = Script(Random(seed), level, Pace(quick=0.0), regulations=regulations)
    script.board(1, DEAL)
    if not known:
        script.unknown_deal()
    return script


def calls(script: Script, text: str = AUCTION, *, after: float = 2.0) -> Script:
    """Calls written as `N:1S E:P`."""
    for word in text.split():
        seat, _, made = word.partition(":")
        script.call(seat, made, after=after)
    return script


def cards(script: Script, text: str, *, after: float = 2.0) -> Script:
    """Cards written as `N>SA E>S9`."""
    for word in text.split():
        seat, _, what = word.partition(">")
        script.play(seat, what, after=after)
    return script


def in_play(**given) -> Script:
    """The lead is faced and dummy is down: South to play to the jack of clubs."""
    script = calls(table(**given))
    script.play("E", "CJ", after=3.0, face="down")
    script.faced("E", "CJ")
    script.spread("S", after=2.0)
    script.wait(2.0)
    return script


def one_trick_on(**given) -> Script:
    """North has won the first trick and is on lead."""
    return cards(in_play(**given), "S>C3 W>C5 N>CA")


def told(script: Script, **given) -> list[str]:
    """What sensing makes of it, in words."""
    return signature(follow(script, **given).events)


def follow(script: Script, **given) -> Follower:
    """What sensing makes of it, with the table that follows."""
    return heard(script.record(**given))


def words_by(script: Script, time: float) -> list[str]:
    """What has been told by then."""
    log = script.record()
    follower = Follower(log)
    listening = Listening(sensing_of(log), follower, follower.table.expectation())
    for reading in log.readings:
        if reading.arrival <= time:
            listening.take(reading)
    listening.until(time)
    return signature(follower.events)


def acts(words: list[str]) -> list[str]:
    """Cards only."""
    return [w for w in words if ">" in w or "<" in w]
