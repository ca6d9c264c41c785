"""Which card is told next, and when: the decision rule for cards in playing position, from the lead on.

1. In turn, lawful, no other story near: at rest. A fourth hand's card that could be its next lead waits a little.
2. An act out of turn costs about as much as one late read. It waits `hold_unlawful`; then it is certain, unless a
   story with one card unread is near; then `possible`. What no summons hangs on may wait up to `hold_longest`.
3. Where one act after another goes against the record, the record is believed no longer (`credence`): `possible`.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from controller.model.cards import Card
from controller.model.events import CardPlayed, TableEvent
from controller.model.seats import Seat
from controller.sensing.credence import Credence
from controller.sensing.hindsight import Hindsight
from controller.sensing.lay_there import LayThere
from controller.sensing.missing import Found, Missing, correction, find
from controller.sensing.resting import Resting
from controller.sensing.scene import Scene, ToldCard, Wake
from controller.sensing.stories import Act, Story, Weighing, could_be_next_lead
from controller.sensing.trick_view import TrickView
from controller.sensing.unread import UnreadCards

#: While stories are weighed against time, look again this often.
_LOOK_AGAIN_S = 0.2
#: A supposition so many nats dearer than what was told is given up.
_DROPPED = 12.0
#: An act that was accepted by being played on is told early only if it is so many times beyond doubt.
_BEYOND_DOUBT = 2.0
#: A card whose coming may lie so far back was put down while nothing was heard of its reader, seconds.
_UNSEEN_S = 1.0
#: A card known to have been played is told without its own reading after so long.
_MAY_YET_BE_READ_S = 1.0
#: A hand that has just played takes longer than that to play another card of its own accord, in seconds. Cards that are
#: read later than this are much rarer than people who are as quick as that.
_AGAIN_S = 0.75


@dataclass(frozen=True, slots=True)
class Choice:
    """The act to tell now, and whether there is a doubt."""

    act: Act
    is_doubtful: bool
    in_turn: bool
    #: Acts that come after it in the same story though they were read before.
    after: tuple[Act, ...] = ()
    #: It is the card that was missing since then.
    fills: Missing | None = None
    #: From here on a card of this seat may be missing; how much dearer that is than what is told.
    misses: Seat | None = None
    odds: float = 0.0


class CardActs:
    """Acts with cards that rest untold, weighed against what the table expects."""

    def __init__(self, scene: Scene, resting: Resting, lay_there: LayThere) -> None:
        self._scene, self._lay_there = scene, lay_there
        self._resting = resting
        self._unread = UnreadCards(scene, resting)
        #: So much was played unseen that its order cannot be told: people have to say what happened.
        self.is_at_a_loss = False
        #: A card that must have been played and has not been read.
        self._missing: Missing | None = None
        #: Cards told at the end of play without having been read: each once.
        self._left_over: set[tuple[Seat, Card]] = set()
        self._credence = Credence()
        self._hindsight = Hindsight(scene)

    def choose(self, wake: Wake, *, is_hurried: bool = False) -> Choice | None:
        """The act to tell now; None: nothing, or not yet. In a hurry a lawful card waits for nothing more."""
        self._resting.drop_withdrawn(wake.now)
        wake.at(self._resting.next_withdrawal(wake.now))
        acts = [w.act for w in self._resting.waiting]
        if not acts:
            return None
        view = self._view()
        if self._missing is not None:
            found = self._found(self._missing, acts, wake)
            if found is not None:
                return found
            if self._missing.is_believed:
                view, _ = self._missing.supposed()
        if len(acts) == 1 and self._is_plain(acts[0], view):
            return Choice(acts[0], self._is_astray(), True)
        stories = self._weighing(wake.now, view).best_by_first(view, acts)
        if stories and stories[0].is_one_of_many and self._is_at_a_loss(acts):
            self.is_at_a_loss = True
            return None
        return self._decide(stories, view, wake, is_hurried=is_hurried) if stories else None

    def _is_at_a_loss(self, acts: list[Act]) -> bool:
        """Were most of so many cards played unseen? Their order, and who is on lead, nobody can tell."""
        return 2 * sum(act.first - act.earliest > _UNSEEN_S for act in acts) >= len(acts)

    def left_over(self) -> Choice | None:
        """The last card of the hand whose turn it is, to a trick that others have begun with theirs.

        To be told once people say that play is over. It may lie there since a ruling took it back, and need not be
        moved to be played; or it has never been read, and no card after it can show that.
        """
        scene, view = self._scene, self._view()
        if scene.expected.phase != "play" or len(view.turns) != 1 or not view.on_table or self._resting.waiting:
            return None
        hand = scene.hand_of(view.turns[0])
        if hand is None or len(hand) != 1:
            return None
        (card,) = hand
        if (view.turns[0], card) in self._left_over:
            # It has been told, and the record has no place for it.
            return None
        act = Act(view.turns[0], card, scene.told.t, float("-inf"), scene.told.t, is_supposed=True)
        return Choice(act, is_doubtful=True, in_turn=True)

    def forget_missing(self) -> None:
        """The director has spoken, the board is over, or it fits no more: nothing is supposed to be missing."""
        if self._missing is not None:
            self._scene.notes.drop("unread_card", f"play.{self._missing.seat.value}")
            self._missing = None

    def _is_astray(self) -> bool:
        """Is a card believed to be missing in the record?"""
        return self._missing is not None and self._missing.is_believed

    @property
    def is_adrift(self) -> bool:
        """Is it likelier by now that the record has left what happens than that nobody minds?"""
        return self._credence.is_lost

    def trust(self) -> None:
        """A person has ruled on the record as it stands, or another board begins: it is believed."""
        self._credence.restore()
        self._hindsight.clear()
        self._left_over.clear()
        self._scene.notes.drop("record_adrift", "")

    def _found(self, missing: Missing, acts: list[Act], wake: Wake) -> Choice | None:
        """The card that was missing, among those that have come to rest."""
        place = f"play.{missing.seat.value}"
        if any(stay.place.text == place and stay.on for stay in self._scene.presence.fresh.values()):
            # Another one is just being read there: which of them it is can be told in a moment.
            return None
        settings = self._scene.settings
        weighing = self._weighing(wake.now, missing.view)
        found = find(
            missing, acts, self._view(), weighing, out_of_turn=-log(settings.irregular), margin=settings.margin
        )
        return None if found is None else Choice(found.act, found.is_doubtful, True, fills=missing)

    # -- the trick ----------------------------------------------------------------------------------

    def _view(self) -> TrickView:
        view = TrickView.of(self._scene.expected)
        if view.turns or view.last is not None or not self._scene.told.act_is_card:
            return view
        return TrickView((), view.on_table, view.trump, last=self._scene.told.act_seat)

    def _weighing(self, now: float, view: TrickView) -> Weighing:
        scene = self._scene
        return Weighing(
            scene.rates,
            scene.settings,
            now=now,
            holds=scene.holds,
            owner=scene.owner,
            unread=self._unread.supposed(view, now),
            played_at=[*self._resting.foreign_seats(), *self._unread.leader()],
            previous=scene.told.act_first if scene.told.act_is_card else None,
        )

    def _is_plain(self, act: Act, view: TrickView) -> bool:
        """In turn, of its own hand, following suit, nothing else there, and not the last of the trick."""
        if act.seat not in view.turns or len(view.turns) > 1 or len(view.on_table) == 3:
            return False
        if view.led is not None and act.card.suit is not view.led:
            return False
        owner = self._scene.owner(act.card)
        return (owner is None or owner is act.seat) and not self._twin_coming(act)

    # -- the decision -------------------------------------------------------------------------------

    def _decide(self, stories: list[Story], view: TrickView, wake: Wake, *, is_hurried: bool = False) -> Choice | None:
        settings = self._scene.settings
        oldest = min(w.act.rested for w in self._resting.waiting)
        best = stories[0]
        act = best.acts[0]
        if act is None or act.is_supposed:
            # A card has not been read: wait for it, but not for ever.
            if not wake.is_past(oldest + settings.hold_longest_s):
                wake.at(wake.now + _LOOK_AGAIN_S)
                return None
            known = best if act is not None else next((s for s in stories if s.acts[0] is not None), None)
            return None if known is None else self._chosen(known, view, stories, is_doubtful=True)
        margin = min((s.cost for s in stories if s.acts[0] is not act), default=float("inf")) - best.cost
        until = self._wait_until(best, margin, view)
        if is_hurried and best.is_lawful and margin >= settings.margin:
            until = wake.now
        if wake.now < until - 1e-6:
            wake.at(until)
            if any(s.has_hole for s in stories[:2]):
                wake.at(wake.now + _LOOK_AGAIN_S)
            return None
        is_doubtful = margin < settings.margin or best.is_one_of_many or self._is_astray()
        return self._chosen(best, view, stories, is_doubtful=is_doubtful)

    def _wait_until(self, best: Story, margin: float, view: TrickView) -> float:
        """How long the first act of the best story has to wait."""
        scene, act = self._scene, best.acts[0]
        assert act is not None
        settings, rates = scene.settings, scene.rates
        twin = best.acts[1] if len(best.acts) > 1 else None
        if twin is not None and self._resting.are_twins(act, twin):
            leaving = max(self._resting.leaving_until(act), self._resting.leaving_until(twin))
            return max(leaving, max(act.rested, twin.rested) + rates.hold_unlawful)
        coming = max(self._coming(view, act), self._resting.leaving_until(act))
        others = len(best.acts) > 1
        if not best.is_lawful:
            due = [a for a in best.acts[1:] if a is not None and a.seat in view.turns and act.seat not in view.turns]
            if due:
                # The card that was due has come; nothing more can be learnt by waiting for it.
                return max(coming, act.rested)
            urged = scene.urged_at is not None and scene.urged_at >= act.rested
            hold = 0.0 if urged and margin >= settings.margin else self._hold_unlawful(act, view, margin)
            return max(coming, act.rested + hold)
        if not act.is_read:
            # It may yet be read where it was put, or where it lay if it never left.
            hold = _MAY_YET_BE_READ_S if margin >= settings.margin else rates.hold_unlawful
            return max(coming, max(a.rested for a in best.acts if a is not None) + hold)
        hand = scene.hand_of(act.seat)
        if not others and could_be_next_lead(act, view, scene.holds, hand):
            return max(self._coming(view, act, any_time=True), act.first + rates.hold_fourth)
        if margin < settings.margin:
            # Nobody is waiting for it: what is played next may decide.
            return max(coming, act.rested + rates.hold_unlawful)
        return coming

    def _hold_unlawful(self, act: Act, view: TrickView, margin: float) -> float:
        """Urgent ones are out within `hold_unlawful` of rest; what only the log tells waits for the card missing."""
        scene = self._scene
        nothing_urgent = bool(view.on_table) and any(act.seat is seat.lho for seat in view.turns)
        if nothing_urgent and not view.has_played(act.seat):
            return scene.settings.hold_longest_s
        played_on = any(w.act.seat is act.seat.lho for w in self._resting.waiting)
        if not view.on_table and played_on and margin < _BEYOND_DOUBT * scene.settings.margin:
            return scene.settings.hold_longest_s
        return scene.rates.hold_unlawful

    def _coming(self, view: TrickView, act: Act, *, any_time: bool = False) -> float:
        """A tag that is just beginning to answer where a card is due, or beside this one, is waited for."""
        presence = self._scene.presence
        seats = {act.seat} if act.seat in view.turns else set(view.turns)
        wait = float("-inf")
        for stay in presence.fresh.values():
            if stay.place.kind != "play" or stay.place.seat not in seats or not stay.on:
                continue
            near = any_time or abs(stay.first - act.first) <= self._scene.rates.uncertainty
            if stay.place.seat is not act.seat or near:
                wait = max(wait, presence.rest_due(stay) + 1e-3)
        return wait

    def _twin_coming(self, act: Act) -> bool:
        """Has another tag begun to answer there at the same time?"""
        place = f"play.{act.seat.value}"
        return any(
            stay.place.text == place and abs(stay.first - act.first) <= self._scene.rates.uncertainty
            for stay in self._scene.presence.fresh.values()
        )

    def _chosen(self, story: Story, view: TrickView, stories: list[Story], *, is_doubtful: bool) -> Choice:
        act = story.acts[0]
        assert act is not None
        in_turn = act.seat in view.turns or act.seat in view.replacing
        after = tuple(a for a in story.acts[1:] if a is not None and a.first < act.first)
        unread = next((s for s in stories if s.unread is not None), None)
        if in_turn or unread is None or self._is_astray():
            return Choice(act, is_doubtful, in_turn, after)
        return Choice(act, is_doubtful, in_turn, after, misses=unread.unread, odds=unread.cost - story.cost)

    def _uncertainty(self, act: Act) -> float:
        """How much later than the last card it may be read, and have been put down with it.

        A second card of the hand that played last to a trick in progress: two that stuck together fall at once, and one
        of them may be read as late as any card; nobody plays again so soon after his own card (Law 58).
        """
        scene = self._scene
        is_second = scene.told.act_seat is act.seat and any(seat is act.seat for seat, _ in scene.expected.on_table)
        return min(scene.rates.tail, _AGAIN_S) if is_second else scene.rates.uncertainty

    def _note_missing(self, choice: Choice, act: Act, t: float) -> None:
        if choice.misses is not None:
            seat, text = choice.misses, f"a card of {choice.misses} has not been read: please move it"
            self._missing = Missing(seat, self._scene.told.n, t, self._view(), choice.odds)
            if self._missing.is_believed:
                self._scene.notes.add("unread_card", f"play.{seat.value}", act.first, text)
        if self._missing is not None:
            self._missing.note(act, self._view(), self._weighing(act.rested, self._view()))
            if self._missing.odds > _DROPPED:
                self.forget_missing()

    def _note_credence(self, act: Act) -> bool:
        """An act more against the record, or in it: is the record still believed?"""
        scene, view = self._scene, self._view()
        self._credence.note(self._weighing(act.rested, view).of_act(act, view, [])[0])
        if self._credence.is_lost:
            text = "play goes on as if the record were another: please compare it with what was played"
            scene.notes.add("record_adrift", "", act.first, text)
        else:
            scene.notes.drop("record_adrift", "")
        return self._credence.is_lost

    def _note_thin(self, act: Act) -> None:
        """It has been told, and what was read would fit another order nearly as well."""
        text = f"{act.card} of {act.seat}: what was read fits another order of play nearly as well"
        if not act.is_read:
            text = f"{act.card} of {act.seat} was not read when it was played"
        self._scene.notes.add("order_in_doubt", f"play.{act.seat}", act.first, text)

    def _put_right(self, choice: Choice, missing: Missing) -> TableEvent:
        """The missing card has been read: the record is put right."""
        scene = self._scene
        event = correction(scene, missing, Found(choice.act, choice.is_doubtful))
        scene.rates.was_late(choice.act.first - missing.t)
        if choice.is_doubtful:
            self._note_thin(choice.act)
        self._resting.told(choice.act, scene.told.cards[(choice.act.seat, choice.act.card)])
        self.forget_missing()
        return event

    # -- telling ------------------------------------------------------------------------------------

    def tell(self, choice: Choice, *, face: str | None) -> TableEvent:
        """The event of an act."""
        scene, act = self._scene, choice.act
        if choice.fills is not None:
            return self._put_right(choice, choice.fills)
        first = min([act.first, *(a.first for a in choice.after)])
        if act.first > first + scene.rates.period and act.is_read:
            scene.rates.was_late(act.first - first)
        if choice.in_turn and scene.told.act_is_card and scene.told.act_first is not None:
            scene.rates.played_after(first - scene.told.act_first)
        self._hindsight.told(act, self._view())
        t = scene.stamp_act(act.seat, first, is_card=True, in_turn=choice.in_turn, uncertainty=self._uncertainty(act))
        self._note_missing(choice, act, t)
        is_adrift = self._note_credence(act)
        if choice.is_doubtful or not act.is_read:
            self._note_thin(act)
        led = TrickView.of(scene.expected).led_for(act.seat)
        if choice.in_turn and led is not None and act.card.suit is not led:
            scene.told.voids.add((act.seat, led))
        scene.rates.told_card()
        n = scene.told.n
        told = ToldCard(act.seat, act.card, t, n, None, act.first, is_down=face == "down", number=n)
        scene.told.cards[(act.seat, act.card)] = told
        self._resting.told(act, told)
        if act.is_supposed:
            self._left_over.add((act.seat, act.card))
        if act.left is not None and not act.is_read:
            self._lay_there.played(told)
        return CardPlayed(
            seat=act.seat,
            card=act.card,
            face=face,
            pack=act.pack,
            t=t,
            certainty=scene.certainty(choice.is_doubtful or not act.is_read or is_adrift),
            readings=act.lines or None,
        )
