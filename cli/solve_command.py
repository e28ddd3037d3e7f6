"""``euchre solve``: the play of a deal with all cards face up."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from euchre_cli.common_options import (
    COUNT,
    POSITION,
    build_rules,
    examples,
    json_option,
    quiet_option,
    rules_options,
    seed_option,
    threads_option,
)
from euchre_cli.exit_status import ExitStatus
from euchre_cli.output import note, print_json
from euchre_cli.progress import announce_compiling

if TYPE_CHECKING:
    from euchre_sim.records import GameReplay
    from euchre_sim.rules import HouseRules
    from euchre_sim.solver.solve import Solution

__all__ = ["solve_command"]

HAND_ENDS = "|"


@click.command(
    "solve",
    short_help="Solve the play of a deal with all cards face up.",
    epilog=examples(
        'euchre solve "JH 9H AH KS 9S" "KH QD JC AC 9C" "TH AD KD QS AS" "JD QH TC TD TS" '
        "--trump H --maker 1",
        'euchre solve "JH AH KS | QD JC AC | TH AD KD | QH TC TD" --trump H --maker 1 --lead 3 '
        "--taken 1",
        'euchre solve "AS AH | KS 9H | 9D | TS QH" --trump D --lead 3 --table TH',
        'euchre solve "JH 9H AH KS 9S | KH QD JC AC 9C | - | JD QH TC TD TS" --trump H --alone 1',
        "euchre solve game.egn --deal 1",
        "euchre solve --random 20000 --seed 7",
    ),
)
@click.argument("hands", nargs=-1, metavar="[HAND... | GAME]")
@click.option(
    "--trump",
    metavar="CONTRACT",
    help="What was called: h, d, c, s, nt (no trump), ntl (low no trump) or mis (misere).",
)
@click.option("--maker", type=POSITION, metavar="SEAT", help="Who called; needed for points.")
@click.option("--alone", type=POSITION, metavar="SEAT", help="Who of the makers plays alone.")
@click.option(
    "--lone-defender", type=POSITION, metavar="SEAT", help="Who of the others defends alone."
)
@click.option(
    "--lead",
    type=POSITION,
    metavar="SEAT",
    help="Who leads, or has led, to this trick.  [default at the first lead: by the rules]",
)
@click.option(
    "--table", metavar="CARDS", default="", help="Cards of this trick, the led one first."
)
@click.option(
    "--taken",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Tricks that the counted side has already.  [default: 0]",
)
@click.option(
    "--round",
    "call_round",
    type=click.IntRange(1, 2),
    help="Round of the call, where a dealer's penalty depends on it.  [default: 1]",
)
@rules_options
@click.option("--deal", type=click.IntRange(min=1), metavar="N", help="Deal of the record GAME.")
@click.option("--random", "n_random", type=COUNT, metavar="N", help="Solve N random deals.")
@seed_option
@threads_option
@json_option
@quiet_option
def solve_command(
    hands: tuple[str, ...], n_random: int | None, deal: int | None, **options: Any
) -> int:
    """Tell what every card is worth when all cards are face up and everybody plays perfectly.

    The HANDs are what each position still holds, left of the dealer first: four arguments, or one
    with | between them; - stands for the hand of a player who sits out. Tricks are those of the
    makers' side, or of the player to move where nobody is said to have called.

    GAME is a record in Euchre Game Notation (- is stdin), of which one deal is solved from its
    first lead on. With --random the tricks of the leader's side are counted over random deals,
    each with a random suit as trump.
    """
    _check_usage(hands, n_random, deal, options)
    if n_random is not None:
        return _solve_random(n_random, options)
    from_record = deal is not None
    solution = (
        _solve_record(hands[0], deal or 1, options) if from_record else _solve(hands, options)
    )
    if options["as_json"]:
        print_json(({"deal": deal} if from_record else {}) | solution.as_dict())
    else:
        from euchre_cli.solve_text import print_solution

        print_solution(solution)
    return ExitStatus.OK


def _check_usage(
    hands: tuple[str, ...], n_random: int | None, deal: int | None, options: dict[str, Any]
) -> None:
    """Refuse what does not go together, and say what is missing."""
    position = ("trump", "maker", "alone", "lone_defender", "lead", "table", "taken", "call_round")
    told = [name for name in position if options[name]]
    if n_random is not None and (hands or told or deal):
        raise click.UsageError("--random deals the cards itself: give no hands and nothing of them")
    if n_random is not None:
        return
    if not hands:
        raise click.UsageError(
            "give the hands, left of the dealer first, or a record with --deal, or --random N"
        )
    if deal is not None:
        if len(hands) > 1:
            raise click.UsageError("--deal takes a deal of one record: give its file and no hands")
        if told:
            raise click.UsageError(
                f"--{told[0].replace('call_', '').replace('_', '-')} does not go with --deal: the "
                "record tells it"
            )
    elif len(hands) == 1 and HAND_ENDS not in hands[0]:
        raise click.UsageError(
            "one argument is all hands with | between them, or a record of which --deal N says "
            "the deal"
        )
    elif options["trump"] is None:
        raise click.UsageError("the contract is missing: --trump h, d, c, s, nt, ntl or mis")


def _announce(quiet: bool) -> None:
    announce_compiling(quiet, "solver.batch")
    from euchre_sim.solver.tables import tables_are_kept

    if not tables_are_kept():
        note("building the tables of endings: some ten seconds, and only this once", quiet=quiet)


def _solve(hands: tuple[str, ...], options: dict[str, Any]) -> Solution:
    rules = build_rules(options["rules_name"], options["settings"])
    _announce(options["quiet"])
    from euchre_sim.solver.solve import solve

    return solve(
        [hand for one in hands for hand in one.split(HAND_ENDS)],
        options["trump"],
        maker=options["maker"],
        alone=options["alone"],
        lone_defender=options["lone_defender"],
        leader=options["lead"],
        table=options["table"],
        taken=options["taken"],
        call_round=options["call_round"] or 1,
        rules=rules,
    )


def _solve_record(path: str, number: int, options: dict[str, Any]) -> Solution:
    """Solve a deal of a record from its first lead on."""
    _announce(options["quiet"])
    from euchre_sim.errors import IllegalAction
    from euchre_sim.records.first_lead import hands_at_first_lead
    from euchre_sim.solver.solve import solve

    game = _replayed(path, options)
    if number > len(game.deals):
        raise IllegalAction(f"there is no deal {number}: the record has {len(game.deals)}")
    deal = game.deals[number - 1]
    try:
        hands = hands_at_first_lead(deal, game.rules)
    except IllegalAction as error:
        raise IllegalAction(f"deal {number}: {error}") from None

    def position(seat: int | None) -> int | None:
        n = game.rules.players
        return None if seat is None else (seat - deal.record.dealer - 1) % n + 1

    return solve(
        hands,
        deal.contract or 0,
        maker=position(deal.maker),
        alone=position(deal.alone),
        lone_defender=position(deal.lone_defender),
        call_round=deal.call_round or 1,
        rules=game.rules,
    )


def _replayed(path: str, options: dict[str, Any]) -> GameReplay:
    from euchre_sim.notation import read_egn
    from euchre_sim.records import replay

    rules: HouseRules | None = None
    if options["rules_name"] is not None:
        rules = build_rules(options["rules_name"], options["settings"])
    content = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    return replay(read_egn(content, rules, options["settings"]))


def _solve_random(deals: int, options: dict[str, Any]) -> int:
    rules = build_rules(options["rules_name"], options["settings"])
    _announce(options["quiet"])
    from euchre_sim.analysis.face_up import solve_deals

    found = solve_deals(deals, rules=rules, seed=options["seed"], threads=options["threads"])
    if options["as_json"]:
        print_json(found.as_dict())
    else:
        from euchre_cli.solve_text import print_deals

        print_deals(found)
    if found.cpu_seconds > 0:
        rate = found.deals / found.cpu_seconds
        note(f"{rate:,.0f} deals solved per CPU-second", quiet=options["quiet"])
    return ExitStatus.OK
