"""A job for a Ray cluster: random games of a shipped game, kept as Parquet and gone on with where they were.

    ray job submit --working-dir . -- python examples/cluster/ray_job.py ark_nova 1000000 /shared/ark_nova --players 2

Each node needs the package: `pip install ludex[cluster]`, or `--runtime-env-json '{"pip": ["ludex[cluster]"]}'`.
"""

from __future__ import annotations

import argparse

import ray

import ludex
from ludex import cluster


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("games", type=int)
    parser.add_argument("folder", help="where the driver keeps the shards; the same folder goes on with the run")
    parser.add_argument("--players", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--shard", type=int, default=10_000)
    asked = parser.parse_args()
    ray.init(log_to_driver=False)  # joins the cluster that the job was sent to
    cluster.simulate(
        ludex.load(asked.game),
        asked.games,
        players=asked.players,
        seed=asked.seed,
        folder=asked.folder,
        shard=asked.shard,
        collect=False,
    )


if __name__ == "__main__":
    main()
