"""Test that raises each kind of significant event; `tests/conftest.py` checks it when the test runs. [R52]"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

RAISES: dict[str, dict[str, tuple[str, ...]]] = {
    "cage/test_cage": {
        "test_a_reprint_is_counted_and_still_pays_once": ("cage/voucher-reprint",),
    },
    "cage/test_reports": {
        "test_important_actions_of_the_cage_are_significant_events": (
            "cage/hand-pay",
            "cage/hand-pay-due",
            "cage/over-short",
            "cage/voucher-void",
            "meter/adjusted",
            "meter/changed",
            "meter/created",
            "meter/started",
            "meter/stopped",
        ),
    },
    "devices/test_shoe_messages": {
        "test_an_older_message_is_refused_and_noted": ("device/replay",),
        "test_a_different_message_with_a_used_number_holds_the_table": ("device/number_used",),
        "test_the_same_fault_holds_the_table_once": ("device/gap",),
    },
    "devices/test_shoe_simulator": {
        "test_a_forged_message_is_refused_and_found_among_the_significant_events": ("device/mac",),
    },
    "devices/test_silent_shoes": {
        "test_a_silent_shoe_is_noticed_once_and_again_when_it_speaks": (
            "device/back",
            "device/silent",
        ),
    },
    "devices/test_smart_shoe": {
        "test_a_card_before_the_new_shoe_is_refused_and_noted": ("device/no_shoe",),
        "test_a_card_beyond_the_last_of_the_shoe_alarms": ("device/impossible_card",),
        "test_a_closed_table_is_not_held": ("device/out_of_turn",),
        "test_a_misread_card_calls_a_supervisor_and_the_dealer_enters_it": ("device/misread",),
        "test_an_empty_shoe_that_should_hold_cards_holds_the_table": (
            "device/empty",
            "device/missing_cards",
        ),
        "test_an_open_door_holds_a_round_and_is_noted_between_rounds": ("device/door",),
        "test_the_cut_card_comes_once": (
            "device/cut_card",
            "device/paired",
        ),
    },
    "families/pai_gow/test_dice": {
        "test_a_seat_that_has_set_other_cards_is_asked_again": ("dice/corrected",),
    },
    "server/test_log_check": {
        "test_an_old_alteration_found_while_the_house_runs_stops_play_and_the_next_start": (
            "log/altered",
            "log/verified",
        ),
    },
    "house/test_house": {
        "test_an_account_that_wrong_passwords_locked_is_unlocked_at_the_command_line": ("login/unlocked",),
    },
    "people/test_limits": {
        "test_a_break_is_kept_to_its_last_moment": ("exclusion/break",),
        "test_a_permanent_exclusion_is_never_lifted": ("exclusion/permanent",),
        "test_an_exclusion_is_lifted_by_a_supervisor_after_its_term_and_not_before": ("exclusion/lifted",),
        "test_an_exclusion_is_lifted_by_a_supervisor_after_its_term_and_not_before[sqlite-1-year-365]": (
            "exclusion/1-year",
        ),
        "test_an_exclusion_is_lifted_by_a_supervisor_after_its_term_and_not_before[sqlite-5-years-1826]": (
            "exclusion/5-years",
        ),
        "test_an_exclusion_is_lifted_by_a_supervisor_after_its_term_and_not_before[sqlite-6-months-184]": (
            "exclusion/6-months",
        ),
    },
    "people/test_second_factor": {
        "test_a_recovery_code_is_valid_once": (
            "factor/recovery",
            "factor/set_up",
        ),
        "test_an_admin_removes_a_lost_second_factor_but_not_the_own_one": ("factor/taken_off",),
    },
    "people/test_sessions": {
        "test_a_lock_is_a_significant_event_and_more_attempts_do_not_prolong_it": ("login/lockout",),
        "test_a_name_guessed_from_many_addresses_stays_open_to_known_addresses": ("login/guessing",),
    },
    "server/test_surveillance": {
        "test_a_mark_is_recorded_and_counts_only_for_its_user": ("events/seen",),
    },
    "server/test_faults": {
        "test_a_house_started_with_its_clock_set_back_continues_at_once": ("clock/set",),
        "test_a_second_copy_that_cannot_be_written_is_a_significant_event_once": ("checkpoint/copy",),
    },
    "server/test_print_jobs": {
        "test_coupons_are_printed_one_a_page_and_failed_ones_are_printed_again": ("cage/coupon-reprint",),
        "test_an_unreachable_printer_is_offline_and_failed_jobs_survive_a_restart": ("printer/offline",),
        "test_out_of_paper_and_offline_are_significant_and_the_ticket_is_not_lost": (
            "printer/back",
            "printer/fault",
            "printer/not_printed",
            "printer/paper",
        ),
    },
    "server/test_routes": {
        "test_a_backup_is_written_beside_the_database_and_recorded": ("backup/made",),
        "test_a_bundle_is_signed_passes_the_check_and_allows_a_dispute_to_be_closed": ("bundle/made",),
        "test_a_cashier_cannot_cash_a_player_out_alone": ("cage/cash-out-second",),
        "test_no_hash_and_no_secret_leaves_the_house": ("export/made",),
    },
    "server/test_self_check": {
        "test_a_running_house_notes_an_unsynchronised_clock": (
            "clock/synchronised",
            "clock/unsynchronised",
        ),
        "test_altered_software_stops_play_and_gives_the_stakes_back": ("software/altered",),
        "test_unaltered_software_is_noted_as_verified_and_play_continues": (
            "software/changed",
            "software/verified",
        ),
    },
    "server/test_tls": {
        "test_a_changed_configuration_is_a_significant_event": ("configuration/changed",),
    },
    "store/test_log_copy": {
        "test_a_running_house_writes_its_copy_and_does_not_open_against_it": (
            "log/copy",
            "server/started",
            "server/stopped",
        ),
    },
    "table/test_back_outs": {
        "test_two_people_back_out_a_paid_jackpot_and_its_meter_is_restored": (
            "jackpot/back_out_asked",
            "jackpot/backed_out",
        ),
        "test_an_impossible_back_out_is_refused_with_the_reason": ("jackpot/back_out_refused",),
    },
    "table/test_procedures": {
        "test_a_dispute_is_referred_to_the_authority_in_the_rules": ("dispute/referred",),
        "test_a_higher_vigorish_is_announced_and_takes_effect_on_time": ("change/announced",),
        "test_a_lower_vigorish_needs_no_notice_and_an_announced_change_is_withdrawn": ("change/withdrawn",),
        "test_a_supervisor_orders_another_cut_before_any_card_is_dealt": ("step/recut",),
        "test_a_table_is_opened_step_by_step_as_the_procedure_says": (
            "step/done",
            "step/verified",
            "table/opened",
            "table/settings",
        ),
        "test_an_accommodation_is_recorded_until_its_player_leaves": ("accommodation",),
        "test_pre_shuffled_cards_are_opened_by_a_supervisor_with_seals_and_inventory_number": ("step/seal_broken",),
        "test_shoes_are_inspected_every_gaming_day_and_a_broken_one_is_not_used": ("step/not_sound",),
        "test_surveillance_is_notified_of_a_change_and_its_answer_is_timed": (
            "notice/given",
            "notice/seen",
        ),
        "test_the_cut_is_offered_from_the_highest_seat_clockwise_and_ten_cards_from_either_end": ("step/cut_place",),
    },
    "table/test_corrections": {
        "test_a_correction_moves_exactly_the_difference_and_is_approved_by_another": (
            "approval/own",
            "correction/approved",
            "correction/asked",
        ),
        "test_a_misread_card_is_corrected_and_play_continues": (
            "card/corrected",
            "card/not_due",
        ),
        "test_a_rejected_correction_changes_nothing_and_can_be_requested_again": ("correction/refused",),
    },
    "table/test_dealt_cards": {
        "test_a_ninth_king_of_spades_from_eight_decks_is_refused": ("shoe/impossible_card",),
        "test_the_first_card_face_up_voids_the_round_and_a_free_hand_follows": (
            "irregularity",
            "round/void",
        ),
    },
    "table/test_jackpots": {
        "test_a_large_jackpot_needs_an_executive_as_well": (
            "jackpot/confirmed",
            "jackpot/hit",
            "win/large",
        ),
        "test_a_rejected_jackpot_goes_back_on_its_meter": ("jackpot/rejected",),
    },
    "table/test_live_table": {
        "test_closing_a_table_frees_the_seats_and_returns_a_posted_bank": ("table/closed",),
        "test_a_hold_within_a_pause_does_not_move_the_deadlines_twice": (
            "hold/lifted",
            "hold/placed",
        ),
        "test_a_pause_moves_the_closing_time_by_its_duration": (
            "table/paused",
            "table/resumed",
        ),
        "test_a_real_house_runs_only_the_modes_of_the_document": ("settings/mode",),
        "test_a_call_for_a_supervisor_is_answered": ("table/call",),
        "test_a_table_with_chips_on_it_cannot_be_closed": ("table/round_in_progress",),
    },
}
"""Codes of significant events that each test must raise, by test file and test."""

RAISED_BY = {
    code: f"{file}::{test}" for file, tests in RAISES.items() for test, codes in tests.items() for code in codes
}


def codes_claimed_by(nodeid: str) -> frozenset[str]:
    """Return the codes that a test must raise, listed under its name or under one parametrized case of it."""
    place = nodeid.removeprefix("tests/").replace(".py::", "::")
    names = {place, place.partition("[")[0]}
    return frozenset(code for code, where in RAISED_BY.items() if where in names)


@contextmanager
def record_codes() -> Iterator[set[str]]:
    """Collect the codes of significant events that this process notes within the block.

    They come from a house's unit of work, or from the answers of a driven table.
    """
    from croupier.store.unit_of_work import UnitOfWork
    from tests import table_driver

    raised: set[str] = set()
    note, decide = UnitOfWork.note_significant_event, table_driver.execute_command

    def significant(self: UnitOfWork, code: str, text: str, **about: Any) -> None:
        raised.add(code)
        note(self, code, text, **about)

    def decided(*arguments: Any) -> Any:
        answer = decide(*arguments)
        raised.update(_codes_of(answer))
        return answer

    UnitOfWork.note_significant_event, table_driver.execute_command = significant, decided  # type: ignore[method-assign, assignment]
    try:
        yield raised
    finally:
        UnitOfWork.note_significant_event, table_driver.execute_command = note, decide  # type: ignore[method-assign]


def _codes_of(answer: Any) -> set[str]:
    """Return the codes that a house would note for a table's answer.

    In a house, `croupier/house/projections.py` notes the events and `croupier/house/house.py` the refusals.
    """
    from croupier.errors import Refused
    from croupier.house.significant_events import ALARMS, significant_entries

    if isinstance(answer, Refused):
        return {answer.code} & ALARMS
    return {code for event in answer.events for code, text in significant_entries(event) if text}
