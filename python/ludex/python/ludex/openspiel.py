"""Games of OpenSpiel: each game of ludex as a Python game of `pyspiel`.

`register_all()` registers the shipped games as `python_ludex_NAME`; `register(game)` any other one. Rolls and picks are chance
nodes with all their outcomes. A shuffle has too many: a game that shuffles begins with one chance node instead, of which seed
it is played with, and chance is certain from there on.

A player's information state is all that the player was shown and told so far, and what the player answered: as a text, and, of
games that are short enough, as a tensor with a row for each moment (`MOMENT` tells its columns).
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np
import pyspiel

from ludex import _native
from ludex._game import Game, Source, shipped
from ludex._play import check_reward, game_of, rewards

__all__ = ["LudexGame", "LudexState", "register", "register_all"]

SEEDS = 1 << 16
"""The seeds among which the first chance node of a game that shuffles draws."""

MOMENT = ("observation", "answer", "told")
"""The columns of a moment: the slots of the observation; the id of the player's answer before it, from 1; and 64 of 0 and 1, the
digest of the lines that the player was told since the moment before it. Moments that are not reached are 0."""

_DIGEST = 64
_MOST_NUMBERS = 1 << 20
"""The most numbers of an information state's tensor, unless `recall` says how many moments it has."""

_PROBED = 20
"""Random games that tell which chance a game has, and how long it takes."""


class _Chance:
    """What random games show of a game's chance."""

    def __init__(self, game: Game, players: int, options: dict[str, Any] | None, reward: str) -> None:
        random = np.random.default_rng(0)
        self.shuffles = False
        self.most_outcomes = 0
        self.longest = 0
        self.highest = 1.0
        lean = game._native.start_lean(players, 0, options)
        for seed in range(_PROBED):
            drawn = lean.restart(seed, {})
            length = 0
            while True:
                draws, shuffled, _ = drawn
                self.shuffles |= shuffled
                length += 1 + len(draws)
                self.most_outcomes = max([self.most_outcomes, *(outcomes for _, outcomes in draws)])
                if lean.is_over:
                    break
                drawn = lean.act_forced(int(random.choice(lean.legal_actions())), {})
            self.longest = max(self.longest, length)
            self.highest = max([self.highest, *(abs(value) for value in rewards(lean, reward))])


class LudexGame(pyspiel.Game):
    """A game of ludex under the name `python_ludex_NAME`."""

    def __init__(
        self,
        game: Game,
        *,
        players: int | None = None,
        options: dict[str, Any] | None = None,
        reward: str = "rank",
        zero_sum: bool = False,
        recall: int | None = None,
        params: dict[str, Any] | None = None,
    ) -> None:
        self.ludex = game
        self.players = game.min_players if players is None else players
        self.options = options
        self.reward = check_reward(reward)
        self.chance = _Chance(game, self.players, options, reward)
        self.width = len(game.slots) + 1 + _DIGEST
        # Random games are few: what they reach is doubled.
        fitting = 2 * self.chance.longest + 1
        self.recall = (fitting if fitting * self.width <= _MOST_NUMBERS else 0) if recall is None else recall
        has_chance = self.chance.shuffles or self.chance.most_outcomes > 1
        game_type = pyspiel.GameType(
            short_name=_short_name(game),
            long_name=game.title,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=(
                pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
                if has_chance
                else pyspiel.GameType.ChanceMode.DETERMINISTIC
            ),
            information=(
                pyspiel.GameType.Information.IMPERFECT_INFORMATION
                if game.hides_anything
                else pyspiel.GameType.Information.PERFECT_INFORMATION
            ),
            utility=pyspiel.GameType.Utility.ZERO_SUM if zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=self.players,
            min_num_players=self.players,
            provides_information_state_string=True,
            provides_information_state_tensor=self.recall > 0,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )
        outcomes = SEEDS if self.chance.shuffles else max(self.chance.most_outcomes, 1 if has_chance else 0)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(game.actions),
            max_chance_outcomes=outcomes,
            num_players=self.players,
            # Random games are few: what they reach is doubled.
            min_utility=-2 * self.chance.highest,
            max_utility=2 * self.chance.highest,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=100 * self.chance.longest,
        )
        super().__init__(game_type, info, params or {})

    def __deepcopy__(self, memo: Any) -> LudexGame:
        # OpenSpiel copies what a state holds, and a game never changes.
        return self

    def new_initial_state(self) -> LudexState:
        return LudexState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return _Recall(self.recall * self.width)
        return _Observer(len(self.ludex.slots))


class LudexState(pyspiel.State):
    """A position, at a player's question or at a chance node."""

    def __init__(self, game: LudexGame) -> None:
        super().__init__(game)
        self._of = game
        self._forced: dict[int, int] = {}
        self._waiting: tuple[int, int] | None = None
        self._told: list[list[str]] = [[] for _ in range(game.players)]
        self._moments: list[list[bytes]] = [[] for _ in range(game.players)]
        self._answers = [0] * game.players
        self._before: _native.Lean | None = None
        self._action: int | None = None
        self._is_seeded = not game.chance.shuffles
        self._lean = game.ludex._native.start_lean(game.players, 0, game.options)
        if self._is_seeded:
            self._begin()

    # What play does.

    def _begin(self, seed: int = 0) -> None:
        self._seed = seed
        self._met(*self._lean.restart(seed, self._forced))

    def _met(self, draws: list[tuple[int, int]], _: bool, lines: list[list[str]]) -> None:
        """Waits at the first chance whose outcome is not decided; where all are, everybody looks and listens."""
        open_draws = (one for one in draws if one[1] > 1 and one[0] not in self._forced)
        self._waiting = None if self._of.chance.shuffles else next(open_draws, None)
        if self._waiting is None:
            self._before = self._action = None
            for seat, told in enumerate(self._told):
                heard = "; ".join(lines[seat]) if lines else ""
                shown = json.dumps(self._lean.view(seat), separators=(",", ":"))
                if self._lean.current_player == seat:
                    shown += "?" + "|".join(self._lean.labels())
                if heard:
                    told.append(f">{heard}")
                if not told or told[-1] != shown:
                    told.append(shown)
                    self._remember(seat, heard)

    def _remember(self, seat: int, heard: str) -> None:
        """Adds a moment to what a player's tensor holds."""
        if self._of.recall == 0:
            return
        digest = np.frombuffer(hashlib.blake2b(heard.encode(), digest_size=_DIGEST // 8).digest(), np.uint8)
        bits = np.unpackbits(digest) if heard else np.zeros(_DIGEST)
        answer = np.array([self._answers[seat]])
        row = [self._lean.observation(seat, None), answer, bits]
        self._answers[seat] = 0
        # Bytes are shared by the copies of a state, an array would be copied.
        self._moments[seat].append(np.concatenate(row).astype(np.float32).tobytes())

    # What OpenSpiel asks.

    def current_player(self) -> int:
        if self._lean.is_over and self._waiting is None and self._is_seeded:
            return int(pyspiel.PlayerId.TERMINAL)
        if not self._is_seeded or self._waiting is not None:
            return int(pyspiel.PlayerId.CHANCE)
        player = self._lean.current_player
        assert player is not None, "a game that goes on asks somebody"
        return player

    def _legal_actions(self, player: int) -> list[int]:
        return self._lean.legal_actions() if player == self.current_player() >= 0 else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = SEEDS if self._waiting is None else self._waiting[1]
        return [(outcome, 1 / outcomes) for outcome in range(outcomes)]

    def _apply_action(self, action: int) -> None:
        if not self._is_seeded:
            self._is_seeded = True
            self._begin(action)
        elif self._waiting is not None:
            self._forced[self._waiting[0]] = action
            if self._before is None or self._action is None:
                self._begin(self._seed)
            else:
                self._lean.copy_from(self._before)
                self._met(*self._lean.act_forced(self._action, self._forced))
        else:
            player = self.current_player()
            self._told[player].append(f"!{self._of.ludex.actions[action]}")
            self._answers[player] = action + 1
            self._before, self._action = self._lean.copy(), action
            self._met(*self._lean.act_forced(action, self._forced))

    def _action_to_string(self, player: int, action: int) -> str:
        return f"chance:{action}" if player == pyspiel.PlayerId.CHANCE else self._of.ludex.actions[action]

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        return rewards(self._lean, self._of.reward) if self.is_terminal() else [0.0] * self._of.players

    def __str__(self) -> str:
        if not self._is_seeded:
            return "before the game"
        chance = f" chance {self._waiting}" if self._waiting else ""
        return f"{json.dumps(self._lean.view(None))} {self._lean.labels()}{chance} {self._told}"

    def information_state_string(self, player: int | None = None) -> str:
        player = self.current_player() if player is None else player
        return "\n".join(self._told[player])

    def observation_string(self, player: int | None = None) -> str:
        player = self.current_player() if player is None else player
        told = [line for line in self._told[player] if line[0] not in "!>"]
        return told[-1] if told else "nothing"

    def observation_tensor(self, player: int | None = None) -> list[float]:
        player = self.current_player() if player is None else player
        numbers: list[float] = self._lean.observation(player, None).tolist()
        return numbers

    def write_information_state(self, player: int, tensor: Any) -> None:
        """Writes all that a player was shown and told, moment by moment."""
        moments = self._moments[player]
        if len(moments) > self._of.recall:
            raise ValueError(f"the game has more moments than recall={self._of.recall}: register it with a greater number")
        tensor.fill(0)
        known = np.frombuffer(b"".join(moments), np.float32)
        tensor[: len(known)] = known

    def resample_from_infostate(self, player: int, sample: Any) -> LudexState:
        """Returns a state that the player can't tell from this one: other chance, the same answers, as far as they are legal."""
        history = self.full_history()
        wanted = self.information_state_string(player)
        for _ in range(1000):
            state = LudexState(self._of)
            for step in history:
                if state.is_chance_node():
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[int(sample() * len(outcomes))][0])
                elif step.player >= 0 and step.action in state.legal_actions():
                    state.apply_action(step.action)
            if state.current_player() == player and state.information_state_string(player) == wanted:
                return state
        same: LudexState = self.clone()
        return same


class _Observer:
    """Observes what one player sees, as numbers and in words."""

    def __init__(self, slots: int) -> None:
        self.tensor = np.zeros(slots, dtype=np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: LudexState, player: int) -> None:
        state._lean.observation(player, self.tensor)

    def string_from(self, state: LudexState, player: int) -> str:
        return state.observation_string(player)


class _Recall:
    """Observes all that one player was shown and told, in words, and as numbers where the game is short enough."""

    def __init__(self, numbers: int) -> None:
        self.tensor = np.zeros(numbers, dtype=np.float32) if numbers else None
        self.dict: dict[str, Any] = {} if self.tensor is None else {"moments": self.tensor}

    def set_from(self, state: LudexState, player: int) -> None:
        if self.tensor is not None:
            state.write_information_state(player, self.tensor)

    def string_from(self, state: LudexState, player: int) -> str:
        return state.information_state_string(player)


def _short_name(game: Game) -> str:
    return f"python_ludex_{game.name}"


_registered: set[str] = set()


def register(game: Game | Source, **settings: Any) -> str:
    """Registers a game with `pyspiel`, under the name that is returned: `pyspiel.load_game(name)`."""
    read = game_of(game)
    name = _short_name(read)
    if name not in _registered:
        made = LudexGame(read, **settings)

        class Registered(LudexGame):
            def __init__(self, params: Any = None) -> None:
                super().__init__(read, params=params, **settings)

        pyspiel.register_game(made.get_type(), Registered)
        _registered.add(name)
    return name


def register_all() -> list[str]:
    """Registers all shipped games."""
    return [register(name) for name in shipped()]
