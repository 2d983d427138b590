"""Nets as ONNX files."""

from __future__ import annotations

import os
from pathlib import Path

import onnx
import torch

from ludex._game import Game
from ludex._native import __version__
from ludex.train._net import Net

__all__ = ["export"]


def export(net: Net, game: Game, path: str | os.PathLike[str], **notes: str) -> Path:
    """Writes a net as ONNX, with the version of the encoding that it reads, which holds the hash of the rules.

    `observations` has any number of rows; `logits` and `values` have as many. `notes` go into the metadata too, such as the
    command and the seed that made it.
    """
    net = net.eval().cpu()
    example = torch.zeros(2, len(game.slots))
    rows = torch.export.Dim("rows", min=1)
    program = torch.onnx.export(
        net,
        (example,),
        input_names=["observations"],
        output_names=["logits", "values"],
        dynamic_shapes=({0: rows},),
        dynamo=True,
        verbose=False,
    )
    if program is None:
        raise RuntimeError("PyTorch gives no ONNX program")
    model = program.model_proto
    said = {"ludex.encoding": game.encoding, "ludex.game": game.name, "ludex.version": __version__}
    onnx.helper.set_model_props(model, {**said, **notes})
    path = Path(path)
    onnx.save(model, path)
    return path
