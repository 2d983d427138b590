// A list of all spaces of a board is told on the board itself, so that nothing stands twice on the page.
import type { BoardSeen, PanelRows, PanelSeen, PanelValue } from "../engine/types";
import { shown } from "../store";

/** The pieces that a value names. */
function pieces(value: PanelValue): number[] {
  const named = typeof value === "object" ? ("word" in value ? [value.word] : "many" in value ? value.many[0] : []) : [];
  return named.flatMap(({ thing }) => (thing && "piece" in thing ? [thing.piece] : []));
}

/** True if a value is a piece or several, which lie on the board to be seen. */
export const isPieces = (value: PanelValue): boolean => pieces(value).length > 0;

/** The board whose spaces are the rows of a list, one each in their order, if all pieces that the rows name lie on their spaces. */
export function boardOfRows({ rows }: PanelRows): BoardSeen | null {
  const first = rows[0]?.thing;
  if (!first || !("space" in first)) return null;
  const board = shown.value?.table.boards.find((one) => one.first === first.space && one.spaces.length === rows.length);
  if (!board) return null;
  const isThere = rows.every(({ thing, values }, n) => {
    const space = board.first + n;
    const lying = new Set(board.spaces.find((one) => one.space === space)?.places?.flatMap((place) => place.pieces) ?? []);
    return thing && "space" in thing && thing.space === space && values.every((value) => pieces(value).every((piece) => lying.has(piece)));
  });
  return isThere ? board : null;
}

/** The boards that panels draw. */
export function drawnBoards(panels: PanelSeen[]): Set<number> {
  const drawn = panels.flatMap(({ content }) => {
    const board = "board" in content ? content.board.board : "rows" in content ? boardOfRows(content.rows)?.board : undefined;
    return board === undefined ? [] : [board];
  });
  return new Set(drawn);
}
