"""All table commands, for import from one place; `python -m croupier.table.command_lists` writes this file."""

# ruff: noqa: PLC0414 -- an import under its own name is one that other modules may import from here

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from croupier.table.announced_changes import AnnounceChange as AnnounceChange
from croupier.table.announced_changes import WithdrawChange as WithdrawChange
from croupier.table.back_outs import ApproveBackOut as ApproveBackOut
from croupier.table.back_outs import RejectBackOut as RejectBackOut
from croupier.table.back_outs import RequestBackOut as RequestBackOut
from croupier.table.bank_handlers import AcceptBank as AcceptBank
from croupier.table.bank_handlers import DeclineBank as DeclineBank
from croupier.table.bank_handlers import OfferBank as OfferBank
from croupier.table.bank_handlers import PostBank as PostBank
from croupier.table.betting import CloseBets as CloseBets
from croupier.table.betting import OpenBets as OpenBets
from croupier.table.betting import PlaceWagers as PlaceWagers
from croupier.table.betting import SayReady as SayReady
from croupier.table.betting import WagerAmount as WagerAmount
from croupier.table.command_declaration import Command as Command
from croupier.table.corrections import ApproveCorrection as ApproveCorrection
from croupier.table.dealing import AnswerRevealPass as AnswerRevealPass
from croupier.table.dealing import CallResult as CallResult
from croupier.table.dealing import CorrectCard as CorrectCard
from croupier.table.dealing import LoadShoe as LoadShoe
from croupier.table.dealing import ReadCard as ReadCard
from croupier.table.dealing import ReportCutCard as ReportCutCard
from croupier.table.dealing import RequestRevealPass as RequestRevealPass
from croupier.table.dealing import RevealCards as RevealCards
from croupier.table.dealing import RollDice as RollDice
from croupier.table.dealing import ShowHand as ShowHand
from croupier.table.dice_corrections import CorrectDice as CorrectDice
from croupier.table.operations import AnswerCall as AnswerCall
from croupier.table.operations import CallSupervisor as CallSupervisor
from croupier.table.operations import ChangeSettings as ChangeSettings
from croupier.table.operations import ClearHold as ClearHold
from croupier.table.operations import CloseDispute as CloseDispute
from croupier.table.operations import CloseTable as CloseTable
from croupier.table.operations import OpenDispute as OpenDispute
from croupier.table.operations import OpenTable as OpenTable
from croupier.table.operations import PauseTable as PauseTable
from croupier.table.operations import RecordAccommodation as RecordAccommodation
from croupier.table.operations import ReferDispute as ReferDispute
from croupier.table.operations import ResumeTable as ResumeTable
from croupier.table.operations import SitDown as SitDown
from croupier.table.operations import StandUp as StandUp
from croupier.table.player_decisions import ArrangeCards as ArrangeCards
from croupier.table.player_decisions import MakeDecision as MakeDecision
from croupier.table.player_decisions import SaveArrangementDraft as SaveArrangementDraft
from croupier.table.procedure import CompleteStep as CompleteStep
from croupier.table.procedure import OrderRecut as OrderRecut
from croupier.table.procedure import ReportMissingCard as ReportMissingCard
from croupier.table.procedure import ShowBurnCard as ShowBurnCard
from croupier.table.procedure import VerifyStep as VerifyStep
from croupier.table.supervisor_handlers import ConfirmJackpot as ConfirmJackpot
from croupier.table.supervisor_handlers import DeclareMisdeal as DeclareMisdeal
from croupier.table.supervisor_handlers import OrderFreeHand as OrderFreeHand
from croupier.table.supervisor_handlers import RejectCorrection as RejectCorrection
from croupier.table.supervisor_handlers import RejectJackpot as RejectJackpot
from croupier.table.supervisor_handlers import ReportCardFaceUp as ReportCardFaceUp
from croupier.table.supervisor_handlers import ReportCardInError as ReportCardInError
from croupier.table.supervisor_handlers import ReportDisagreement as ReportDisagreement
from croupier.table.supervisor_handlers import RequestCorrection as RequestCorrection
from croupier.table.supervisor_handlers import VoidRound as VoidRound
from croupier.table.surveillance_notices import AcknowledgeNotice as AcknowledgeNotice
from croupier.table.surveillance_notices import SendNotice as SendNotice
from croupier.table.table_stakes import BuyChips as BuyChips
from croupier.table.table_stakes import DealHand as DealHand
from croupier.table.table_stakes import DrawButton as DrawButton
from croupier.table.table_stakes import JoinWaitingList as JoinWaitingList
from croupier.table.table_stakes import LeaveWaitingList as LeaveWaitingList
from croupier.table.table_stakes import SitIn as SitIn
from croupier.table.table_stakes import SitOut as SitOut
from croupier.table.timers import RunTimers as RunTimers

CommandUnion = (
    AcceptBank
    | AcknowledgeNotice
    | AnnounceChange
    | AnswerCall
    | AnswerRevealPass
    | ApproveBackOut
    | ApproveCorrection
    | ArrangeCards
    | BuyChips
    | CallResult
    | CallSupervisor
    | ChangeSettings
    | ClearHold
    | CloseBets
    | CloseDispute
    | CloseTable
    | CompleteStep
    | ConfirmJackpot
    | CorrectCard
    | CorrectDice
    | DealHand
    | MakeDecision
    | DeclineBank
    | DrawButton
    | OrderFreeHand
    | JoinWaitingList
    | LeaveWaitingList
    | LoadShoe
    | DeclareMisdeal
    | OfferBank
    | OpenBets
    | OpenDispute
    | OpenTable
    | OrderRecut
    | PauseTable
    | PlaceWagers
    | PostBank
    | ReadCard
    | RecordAccommodation
    | ReferDispute
    | RejectBackOut
    | RejectCorrection
    | RejectJackpot
    | ReportCardFaceUp
    | ReportCardInError
    | ReportCutCard
    | ReportDisagreement
    | ReportMissingCard
    | RequestBackOut
    | RequestCorrection
    | RequestRevealPass
    | ResumeTable
    | RevealCards
    | RollDice
    | SaveArrangementDraft
    | SayReady
    | SendNotice
    | ShowBurnCard
    | ShowHand
    | SitDown
    | SitIn
    | SitOut
    | StandUp
    | VerifyStep
    | VoidRound
    | WithdrawChange
)
"""All commands from outside; the server itself sends `RunTimers`."""

AnyCommand = Annotated[CommandUnion, Field(discriminator="do")]
COMMANDS: dict[str, type[Command]] = {str(kind.model_fields["do"].default): kind for kind in CommandUnion.__args__}
