"""Procedure steps for handling cards or tiles: who carried out each step, when, and who confirmed it.

The rulebook defines the steps. The house chooses which are required; the others are optional.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field

from croupier.cards import CardError
from croupier.errors import Refused
from croupier.rulebook.schema import Step
from croupier.table import events as e
from croupier.table.command_declaration import (
    ANY_PHASE,
    BETWEEN,
    DEALER,
    DEALING,
    PHASE_TEXT,
    SUPERVISOR,
    SURVEILLANCE,
    CardText,
    Command,
    Name,
    Reason,
    Seat,
    handles,
)
from croupier.table.command_effect import EffectBuilder
from croupier.table.settings import batch_colours, required_steps
from croupier.table.state import CompletedStep, Phase, TableState

ORDER = ("day", "opening", "shoe", "hand", "dealt", "burn", "idle")
"""Occasions of procedure steps, in the order in which they come."""


@dataclass(frozen=True)
class StepStatus:
    """Status of one procedure step at a table: required, done, and waiting for confirmation."""

    step: Step
    required: bool
    done: CompletedStep | None
    """The completed step with person and time; None: not done yet."""
    waits: bool
    """Whether the step is done and another person must still confirm it."""


def current_steps(state: TableState, at: int) -> list[StepStatus]:
    """Return the status of every step that applies now, in order; empty where the generator deals."""
    if state.is_automated or not state.version:
        return []
    wanted = required_steps(state.settings)
    steps = sorted(state.rules.steps.values(), key=lambda step: ORDER.index(step.when))
    return [_step_status(state, step, at, step.id in wanted) for step in steps if _applies_now(state, step)]


def _applies_now(state: TableState, step: Step) -> bool:
    """Return whether a step applies at this table at this moment.

    Steps per shoe do not apply where every round has a full deck; steps for idle cards do not apply while a player
    sits.
    """
    shoe = state.shoe
    match step.when:
        case "day":
            return True
        case "opening":
            return shoe is None or (step.id in required_steps(state.settings) and not _done_in_opening(state, step))
        case "shoe":
            return not state.rules.rulebook_shuffles_each_round and (shoe is None or shoe.is_finished)
        case "hand":
            return state.round is None
        case "dealt":
            return state.phase is Phase.DEALING
        case "burn":
            return shoe is not None and (shoe.burned_unseen > 0 or len(shoe.burned) > 1) and state.round is None
        case "idle":
            return state.rounds > 0 and not state.seats
    return False


def _done_in_opening(state: TableState, step: Step) -> bool:
    done = state.steps.get(step.id)
    return done is not None and done.opening == state.openings


def _step_status(state: TableState, step: Step, at: int, required: bool) -> StepStatus:
    done = completed_for_occasion(state, step, at)
    waits = done is not None and bool(step.verified_by) and done.verified_at is None
    return StepStatus(step, required, done, waits)


def completed_for_occasion(state: TableState, step: Step, at: int) -> CompletedStep | None:
    """Return the completed step if it was done for the current day, opening, shoe or hand; else None.

    Which of these counts depends on the step's occasion.
    """
    done = state.steps.get(step.id)
    if step.when == "burn":
        return done if state.shoe is not None and state.shoe.burned_unseen == 0 else None
    if done is None:
        return None
    match step.when:
        case "day":
            return done if done.until is None or at < done.until else None
        case "opening":
            return done if done.opening == state.openings else None
        case "hand" | "dealt" | "idle":
            return done if done.rounds == state.rounds and done.opening == state.openings else None
    return done if done.shoe == state.shoes and done.opening == state.openings else None


def next_outstanding_step(state: TableState, at: int, occasions: Iterable[str]) -> StepStatus | None:
    """Return the first required step on these occasions that is not done or not confirmed, or None."""
    return next((one for one in current_steps(state, at) if one.step.when in occasions and is_outstanding(one)), None)


def is_outstanding(one: StepStatus) -> bool:
    burned = one.step.when == "burn"
    return one.required and (one.waits or (one.done is None and not burned))


def refuse_outstanding_step(builder: EffectBuilder, *occasions: str) -> Refused | None:
    """Refuse to continue before a required step is done and confirmed."""
    one = next_outstanding_step(builder.state, builder.at, occasions)
    if one is None:
        return None
    cites = (builder.state.rules.rulebook.cite(one.step.cite),)
    if one.waits:
        message = f"{one.step.title} waits to be confirmed by {one.step.verified_by}."
        return Refused("step/unverified", message, cites)
    return Refused("step/required", f"First: {one.step.title}. {one.step.text}", cites)


def has_burn_cards_to_show(state: TableState) -> bool:
    """Return whether burn cards must still be shown before betting opens. [000 L94]"""
    shown = [step for step in required_steps(state.settings).values() if "burned" in step.asks]
    return bool(shown) and state.shoe is not None and state.shoe.burned_unseen > 0


class CompleteStep(Command):
    """Command that reports a completed procedure step, for example inspect, wash, shuffle or cut, with its entries."""

    do: Literal["complete-step"] = "complete-step"
    step: Name
    seat: Seat | None = None
    """Seat of the player who cut the cards; None: the dealer cut them."""
    declined: list[Seat] = Field(default=[], max_length=64)
    """Seats that were offered the cut and declined it, in order."""
    from_end: Annotated[int, Field(ge=0, le=2000, strict=True)] | None = None
    """Number of cards between the cut and the nearer end; None if the step is not a cut."""
    batch: Annotated[str, Field(min_length=1, max_length=24)] | None = None
    seals_unbroken: bool | None = None
    inventory: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    device: Annotated[str, Field(min_length=1, max_length=80)] | None = None
    """Number of the shoe or shuffler that was inspected; None if the step does not ask for it."""
    sound: bool | None = None
    """Whether the device is complete, works and shows no sign of tampering; None if the step does not ask for it."""
    choice: Name | None = None
    note: Annotated[str, Field(max_length=400)] = ""


@handles(CompleteStep, phases=BETWEEN | DEALING, roles=DEALER)
def do_step(builder: EffectBuilder, command: CompleteStep) -> Refused | None:
    state = builder.state
    if state.is_automated:
        return Refused("step/automated_table", "The generator deals at this table; there are no cards to handle.")
    now = next((one for one in current_steps(state, builder.at) if one.step.id == command.step), None)
    if now is None or now.step.when == "burn":
        return Refused("step/not_due", f"The step {command.step} has no place here now.")
    step = now.step
    cites = (state.rules.rulebook.cite(step.cite),)
    if state.phase is Phase.DEALING and step.when != "dealt":
        return Refused("table/wrong_phase", f"Not now: {PHASE_TEXT[state.phase]}.")
    if step.by == "supervisor" and builder.actor.role not in ("supervisor", "system"):
        return Refused("step/wrong_role", f"A supervisor does this: {step.title}.", cites)
    if step.empties_shoe and state.shoe is not None and state.opening.carried is not None:
        return Refused(
            "shoe/carried_hand_due",
            "The next hand belongs to the shoe in play; it is dealt first.",
            ("003 L296",),
        )
    if refusal := _refuse_before_earlier_step(builder, step) or _check_entries(builder, step, command):
        return refusal
    builder.emit(
        e.StepCompleted(
            id=f"step-{state.steps_done + 1}",
            step=step.id,
            at=builder.at,
            by=builder.actor.id,
            name=builder.actor.name,
            entered=_entries(step, command),
            until=builder.context.day_ends(builder.at) if step.when == "day" else None,
            empties_shoe=step.empties_shoe,
            cite=cites[0],
        )
    )
    return None


def _refuse_before_earlier_step(builder: EffectBuilder, step: Step) -> Refused | None:
    """Refuse a step while an earlier required step is not done or not confirmed. [003 L191]"""
    for earlier in current_steps(builder.state, builder.at):
        if earlier.step.id == step.id or earlier.step.when == "idle":
            return None
        if is_outstanding(earlier):
            return refuse_outstanding_step(builder, earlier.step.when)
    return None


def _check_entries(builder: EffectBuilder, step: Step, command: CompleteStep) -> Refused | None:
    """Return the refusal for the first missing or invalid entry of this step, or None."""
    for entry in step.asks:
        if refusal := CHECKS[entry](builder, step, command):
            return refusal
    return None


def _check_cut(builder: EffectBuilder, step: Step, command: CompleteStep) -> Refused | None:
    """Refuse a cut that is too near an end, or offered in the wrong order. [003 L198-203]"""
    state, cites = builder.state, (builder.state.rules.rulebook.cite(step.cite),)
    least = step.least_from_end
    if command.from_end is None or command.from_end < least:
        return Refused("step/cut_place", f"The cut is at least {least} cards from either end: cut again.", cites)
    if 2 * command.from_end > state.rules.shoe.decks * len(state.rules.shoe.pack.pieces):
        return Refused("step/cut_place", "Count to the nearer end: there are not so many cards.", cites)
    offered = cut_offered(state, step)
    if state.recut is not None and state.recut.cutter == "same":
        right = command.seat == state.recut.seat
        return None if right else Refused("step/cut_order", "Whoever cut the cards cuts them again.", cites)
    passed = offered[: offered.index(command.seat)] if command.seat in offered else offered
    if command.seat is not None and command.seat not in offered:
        return Refused("step/cut_order", f"Seat {command.seat} is not offered the cut.", cites)
    if list(command.declined) != passed:
        wanted = ", ".join(map(str, passed)) or "nobody"
        return Refused(
            "step/cut_order", f"The cut is offered clockwise from the highest seat; before this: {wanted}.", cites
        )
    return None


def cut_offered(state: TableState, step: Step) -> list[int]:
    """Return the seats that are offered the cut, in order: the highest occupied seat, then clockwise. [003 L198]"""
    if step.cut_from == "dealer":
        return []
    taken = [seat for seat in state.rules.seats if seat in state.seats]
    already = state.recut.offered if state.recut is not None and state.recut.cutter == "next" else ()
    return [seat for seat in (*taken[-1:], *taken[:-1]) if seat not in already]


def _check_batch(builder: EffectBuilder, step: Step, command: CompleteStep) -> Refused | None:
    colours = batch_colours(builder.state.settings)
    if not colours or command.batch is None or command.batch in colours:
        return None
    return Refused("step/batch", f"There is no {command.batch} batch here; there is {' and '.join(colours)}.")


def _check_seal(builder: EffectBuilder, step: Step, command: CompleteStep) -> Refused | None:
    cites = (builder.state.rules.rulebook.cite(step.cite),)
    if command.seals_unbroken is None:
        return Refused("step/seal", "Look at the seals first, and say whether they are whole.", cites)
    if not command.seals_unbroken:
        return Refused("step/seal_broken", "These cards are not used: a seal was broken. Call a supervisor.", cites)
    return None


def _check_inventory(builder: EffectBuilder, step: Step, command: CompleteStep) -> Refused | None:
    if command.inventory is not None:
        return None
    cites = (builder.state.rules.rulebook.cite(step.cite),)
    return Refused("step/inventory", "Enter the inventory number on the box.", cites)


def _check_device(builder: EffectBuilder, step: Step, command: CompleteStep) -> Refused | None:
    cites = (builder.state.rules.rulebook.cite(step.cite),)
    if command.device is None or command.sound is None:
        return Refused("step/device", "Enter the number of the device, and whether it is in order.", cites)
    if not command.sound:
        return Refused("step/not_sound", f"{command.device} is not used: it is not in order. Call a supervisor.", cites)
    return None


def _check_choice(builder: EffectBuilder, step: Step, command: CompleteStep) -> Refused | None:
    if command.choice in step.choices:
        return None
    return Refused("step/choice", f"Say how: {' or '.join(step.choices)}.")


def _no_entries(builder: EffectBuilder, step: Step, command: CompleteStep) -> Refused | None:
    return None


CHECKS: dict[str, Callable[[EffectBuilder, Step, CompleteStep], Refused | None]] = {
    "cut": _check_cut,
    "batch": _check_batch,
    "seal": _check_seal,
    "inventory": _check_inventory,
    "device": _check_device,
    "choice": _check_choice,
    "burned": _no_entries,
}
ENTERED: dict[str, tuple[str, ...]] = {
    "cut": ("seat", "declined", "from_end"),
    "batch": ("batch",),
    "seal": ("seals_unbroken",),
    "inventory": ("inventory",),
    "device": ("device", "sound"),
    "choice": ("choice",),
    "burned": (),
}


def _entries(step: Step, command: CompleteStep) -> dict[str, Any]:
    """Return the entries that the step requires, and the note if there is one."""
    keys = [key for entry in step.asks for key in ENTERED[entry]]
    given = {key: getattr(command, key) for key in keys}
    return given | ({"note": command.note} if command.note else {})


class VerifyStep(Command):
    """Command to confirm that a step was carried out as recorded."""

    do: Literal["verify-step"] = "verify-step"
    id: Name


@handles(VerifyStep, phases=ANY_PHASE, roles=SUPERVISOR | SURVEILLANCE, paused=True, held=True)
def verify_step(builder: EffectBuilder, command: VerifyStep) -> Refused | None:
    """Confirm a completed step; the person must differ from the one who did it, in the role the rulebook names."""
    done = next((one for one in builder.state.to_verify if one.id == command.id), None)
    if done is None:
        return Refused("step/not_found", f"Nothing called {command.id} waits to be confirmed at this table.")
    if done.by == builder.actor.id:
        return Refused("approval/own", "Nobody confirms what he did himself.")
    step = builder.state.rules.steps.get(done.step)
    wanted = "" if step is None else step.verified_by
    if wanted and builder.actor.role not in (wanted, "system"):
        return Refused("step/wrong_verifier", f"{step.title if step else ''} is confirmed by {wanted}.")
    builder.emit(e.StepVerified(id=done.id, at=builder.at, by=builder.actor.id, name=builder.actor.name))
    return None


class OrderRecut(Command):
    """Command to have the cards cut again before any is dealt, by the same cutter or by the next one."""

    do: Literal["order-recut"] = "order-recut"
    cutter: Literal["same", "next"] = "same"
    reason: Reason


@handles(OrderRecut, phases=BETWEEN, roles=SUPERVISOR)
def order_recut(builder: EffectBuilder, command: OrderRecut) -> Refused | None:
    """Order a new cut, after the cut and before any card is dealt. [003 L201-203]"""
    state = builder.state
    cut = next((one for one in state.steps.values() if "from_end" in one.entered), None)
    ready = cut is not None and cut.opening == state.openings
    coming = ready and cut is not None and cut.shoe == state.shoes
    loaded = ready and cut is not None and cut.shoe == state.shoes - 1 and state.shoe is not None
    if not coming and not (loaded and state.shoe is not None and state.shoe.dealt == 0):
        return Refused(
            "step/no_cut", "There is no cut to be made again: none was made, or cards are dealt.", ("003 L201",)
        )
    who = builder.actor
    builder.emit(e.RecutOrdered(by=who.id, name=who.name, cutter=command.cutter, reason=command.reason))
    return None


class ShowBurnCard(Command):
    """Command that reports a burn card, after the first one, that is shown to the players."""

    do: Literal["show-burn-card"] = "show-burn-card"
    card: CardText


@handles(ShowBurnCard, phases=BETWEEN, roles=DEALER)
def show_burned(builder: EffectBuilder, command: ShowBurnCard) -> Refused | None:
    """Record a burn card, after the first one, that is shown to the players. [000 L94]"""
    shoe = builder.state.shoe
    if shoe is None or shoe.burned_unseen == 0 or builder.state.is_automated or builder.state.round is not None:
        return Refused("card/not_burned", "No burned card has still to be shown.")
    try:
        card = builder.state.rules.shoe.pack.parse(command.card)
    except CardError as error:
        return Refused("card/unreadable", f"{str(error)[:1].upper()}{str(error)[1:]}.")
    if why := shoe.exhausted_reason(card):
        return Refused("shoe/impossible_card", why, ("000 L136",))
    builder.emit(e.BurnedCardShown(card=str(card)))
    return None


class ReportMissingCard(Command):
    """Command that reports a card missing from a sealed batch.

    The inventory number identifies the batch for its manufacturer.
    """

    do: Literal["report-missing-card"] = "report-missing-card"
    inventory: Annotated[str, Field(min_length=1, max_length=80)]
    card: CardText | None = None
    reason: Reason


@handles(ReportMissingCard, phases=ANY_PHASE, roles=DEALER, paused=True, held=True)
def report_missing_card(builder: EffectBuilder, command: ReportMissingCard) -> Refused | None:
    """Report a missing card with the batch's inventory number. [003 L210]

    The manufacturer is informed; the decks are checked and completed.
    """
    reason = f"{command.inventory}: {command.reason}"
    builder.emit(e.IrregularityReported(what="missing-card", reason=reason, card=command.card, cite="003 L210"))
    return None


def batch_for(builder: EffectBuilder, requested: str | None) -> str | Refused | None:
    """Return the back colour of the next shoe, or a refusal. [003 L107-108; 004 L614, L3575-3576]

    Two batches alternate: a `requested` colour that is not the next one is refused. A table without configured colours
    accepts any `requested` colour, or None.
    """
    state = builder.state
    colours = batch_colours(state.settings)
    if not colours:
        return requested
    last = state.last_batch
    turn = colours[(colours.index(last) + 1) % len(colours)] if last in colours else colours[0]
    if requested is None or requested == turn:
        return turn
    cites = (state.rules.rulebook.cite(state.rules.rulebook.written.shoe.cite),)
    if requested not in colours:
        return Refused("shoe/batch", f"There is no {requested} batch here; there is {' and '.join(colours)}.", cites)
    return requested if last is None else Refused("shoe/batch", f"The {last} batch was in play: {turn} is next.", cites)
