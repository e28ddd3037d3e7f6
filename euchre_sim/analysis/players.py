"""Strategies at a table, in the form that the kernels read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from euchre_sim.engine.jit import layer_of
from euchre_sim.engine.layout import N_PARAMS, PHASE_NAMES
from euchre_sim.engine.machine_code import sources_digest
from euchre_sim.errors import StrategyFault, WrongType
from euchre_sim.rules import HouseRules
from euchre_sim.strategies import registry
from euchre_sim.strategies.api import Strategy

N_PHASES = len(PHASE_NAMES)


@dataclass(frozen=True)
class Players:
    """Who sits where: one strategy a position, and their hooks and parameters lowered.

    Attributes
    ----------
    strategies
        By position, from the dealer's left to the dealer.
    hooks
        Shape ``(players * N_PHASES,)``, uint64: the hooks, as `jit.Hook.seated` has them.
    params
        Shape ``(players, N_PARAMS)``, uint64.
    assign
        Shape ``(players,)``, int64: index of each seat's strategy.
    """

    strategies: tuple[Strategy, ...]
    hooks: npt.NDArray[np.uint64] = field(compare=False)
    params: npt.NDArray[np.uint64] = field(compare=False)
    assign: npt.NDArray[np.int64] = field(compare=False)

    @property
    def labels(self) -> list[str]:
        """What to type to get these strategies again, by position."""
        return [strategy.label for strategy in self.strategies]

    @property
    def versions(self) -> list[str]:
        """Label and version of each, for provenance."""
        return [f"{strategy.label} v{strategy.version}" for strategy in self.strategies]


def seat_players(strategies: Sequence[Strategy], rules: HouseRules) -> Players:
    """Seat one strategy everywhere, or one at each position.

    Raises
    ------
    StrategyFault
        If there is neither one strategy nor one for each player.
    """
    n = rules.players
    if len(strategies) not in (1, n):
        raise StrategyFault(
            f"{len(strategies)} strategies do not fit {n} players: give one for all, "
            f"or {n} by position (left of dealer first, dealer last)"
        )
    seated = tuple(strategies) * (n if len(strategies) == 1 else 1)
    default = registry.default()
    hooks = [hook.seated for one in seated for hook in one.hooks(default)]  # type: ignore[attr-defined]
    params = np.zeros((n, N_PARAMS), np.uint64)
    for row, strategy in zip(params, seated, strict=True):
        for k, value in enumerate(strategy.values):
            row[k] = value % 2**64
        if strategy.tables is not None:
            row[N_PARAMS - 1] = strategy.tables()
    return Players(seated, np.array(hooks, np.uint64), params, np.arange(n, dtype=np.int64))


def find_players(names: str | Sequence[Strategy], rules: HouseRules) -> Players:
    """Seat strategies given by name: ``"basic"``, or four names with commas, by position.

    Raises
    ------
    WrongType
        If they are something else.
    """
    if isinstance(names, str):
        return seat_players([registry.get(name) for name in names.split(",")], rules)
    if not isinstance(names, Iterable):
        raise WrongType(f"strategies are names or a list of strategies, not {names!r}")
    return seat_players([registry.get(one) for one in names], rules)


def name_fault(
    players: Players, error: int, seed: int, hand: int, *, simulated: bool = True
) -> StrategyFault:
    """Make the error for an illegal action.

    Parameters
    ----------
    players
        Who sat at the table, `assign` as it was.
    error
        The outcome's ``O_ERROR`` slot.
    seed, hand
        Where it happened.
    simulated
        Whether `euchre simulate` deals the same hand, so that it can show it.
    """
    seat, phase = (error - 1) % 8, PHASE_NAMES[(error - 1) // 8]
    strategy = players.strategies[players.assign[seat]]
    message = (
        f"strategy {strategy.label!r} in position {seat + 1} answered a {phase} decision with an "
        f"illegal action, in {'hand' if simulated else 'deal'} {hand} of seed {seed}"
    )
    if simulated:
        message += (
            f": `euchre simulate --seed {seed} --hand {hand} --trace`, with the same rules and "
            "strategies, shows the hand up to there"
        )
    return StrategyFault(message, strategy=strategy.name, seed=seed, hand=hand)


def code_behind(strategies: Iterable[Strategy]) -> list[str]:
    """Return digests of all code that what strategies do follows from, their files included."""
    layers = {"strategies", "analysis"}
    for strategy in strategies:
        for phase in PHASE_NAMES:
            hook = strategy.hook(phase)
            if hook is not None:
                layers.add(layer_of(hook.function))  # type: ignore[attr-defined]
    return sorted(sources_digest(layer) for layer in layers)
