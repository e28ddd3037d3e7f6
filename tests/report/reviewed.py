"""A review as `analysis.review.review_facts` tells it, made up for tests of its page."""

from __future__ import annotations

import random
from typing import Any

from euchre_sim.analysis.review_players import player_facts
from euchre_sim.rules import HouseRules

PLAYERS = ["Ann & <b>", "Bob", "Cleo", "Dan"]
LABELS = {"??": 0.05, "?": 0.025, "?!": 0.01}
QUESTION = "9c Tc Jc Qc Kc, 9h up, pass; trick 2: Ad Td"


def decision(number: int, seat: int, dealer: int, label: str = "", **changes: Any) -> dict:
    """A decision that was the best one, or a mistake that cost twice what its label asks for."""
    loss = 2 * LABELS.get(label, 0.0)
    verdict = "mistake" if label in LABELS else "best"
    other = {"mean": 0.5 - loss, "se": 0.001}
    return {
        "number": number,
        "phase": "play" if number > 4 else "call",
        "seat": seat,
        "position": (seat - dealer - 1) % 4 + 1,
        "step": (number - 5) // 4 if number > 4 else 0,
        "why_not": "",
        "label": label,
        "views": 1,
        "ways": 1,
        "chosen": "play 9c",
        "best": "play Ac" if label in LABELS else "play 9c",
        "actions": [
            {"text": "play 9c", "points": other, "win": other},
            {"text": "play Ac", "points": other, "win": {"mean": 0.5, "se": 0.001}},
        ],
        "question": QUESTION,
        "model": "rollout",
        "deals": 50_000,
        "verdict": verdict,
        "loss": {"mean": 10 * loss, "se": 0.01},
        "loss_win": {"mean": loss, "se": 0.002},
        **changes,
    }


def forced(number: int, seat: int) -> dict:
    facts = ("number", "phase", "seat", "position", "step", "why_not", "label", "views", "ways")
    whole = decision(number, seat, 0)
    return {**{name: whole[name] for name in facts}, "verdict": "forced"}


def deal(number: int, draw: random.Random, chance: float, decisions: list[dict]) -> dict:
    """A deal that moves the chance of side 0 to win by its three parts."""
    parts = {"cards": 0.04, "decisions": draw.choice((-0.03, 0.0, 0.05)), "fall": -0.02}
    win = {"expected": chance, **parts, "result": chance + sum(parts.values())}
    points = {name: 10 * value for name, value in win.items()}
    return {
        "number": number,
        "dealer": number % 4,
        "upcard": "9h",
        "maker": 1,
        "contract": "h",
        "alone": 1 if number == 2 else None,
        "lone_defender": None,
        "tricks": [
            {"leader": 0, "cards": ["Ac", "9c", "Kc", "Tc"], "winner": 0}
            if number != 2
            else {"leader": 0, "cards": ["Ac", "9c", "Kc"], "winner": 0}
        ]
        * 5,
        "maker_tricks": 3,
        "points": [0, 1],
        "unfinished": "",
        "score_before": [number, 2],
        "score_after": [number, 3],
        "decisions": decisions,
        "luck": {"points": points, "win": win},
        "face_up": {
            "from_calls": 1.5, "tricks": [1.0, 1.0, -2.0, -1.0, -1.0], "result": -1, "layouts": 4,
        },
    }  # fmt: skip


def reviewed(n_deals: int = 13, **changes: Any) -> dict:
    """A review of one game."""
    draw, chance, deals = random.Random(1), 0.5, []
    for number in range(1, n_deals + 1):
        decisions = [decision(i, i % 4, number % 4) for i in range(1, 24)]
        decisions[4] = decision(5, 1, number % 4, "??" if number == 3 else "?!")
        decisions[9] = decision(10, 2, number % 4, "!" if number == 1 else "")
        decisions += [forced(24, 3)]
        deals.append(deal(number, draw, chance, decisions))
        chance = deals[-1]["luck"]["win"]["result"]
    rules = HouseRules(stick_the_dealer=True)
    game = {
        "file": "game.egn",
        "title": "An evening's game",
        "rules_name": rules.describe(),
        "rules": rules.as_dict(),
        "rules_digest": rules.digest(),
        "players": PLAYERS,
        "initial": [0, 0],
        "score": [10, 7],
        "winner": 0,
        "deals": deals,
        **changes,
    }
    return {
        "version": "1.0",
        "strategies": ["basic v2"],
        "seed": 1,
        "labels": LABELS,
        "labels_by_points": {"??": 0.5, "?": 0.25, "?!": 0.1},
        "games": [game],
        "players": player_facts([game]),
    }
