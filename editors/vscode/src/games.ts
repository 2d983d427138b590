// The files of games: which game a file is of, and what sort of file it is. Nothing here asks the editor.
import { existsSync } from 'node:fs';
import * as path from 'node:path';

/** The sorts of YAML files that `ludex schema --of` knows. */
export type Sort = 'tables' | 'rulings' | 'manifest' | 'statements' | 'view' | 'look';

/** Returns the folder of the game that a file belongs to: the nearest one with a `game.yaml`. */
export function gameFolder(file: string, exists: (path: string) => boolean = existsSync): string | undefined {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (exists(path.join(folder, 'game.yaml'))) return folder;
    if (path.dirname(folder) === folder) return undefined;
  }
}

/** Returns what a YAML file of a game holds, told by its name. */
export function sortOf(file: string): Sort | undefined {
  const name = path.basename(file);
  if (name.endsWith('.ruling.yaml')) return 'rulings';
  if (name === 'game.yaml') return 'manifest';
  if (name === 'statements.yaml') return 'statements';
  if (name === 'view.yaml') return 'view';
  if (name === 'look.yaml') return 'look';
  // The keys of words in another language are the game's own: `check` knows them.
  if (/^words\..*\.yaml$/.test(name)) return undefined;
  return name.endsWith('.yaml') ? 'tables' : undefined;
}

/** Tells whether a file is a ruling. */
export function isRuling(file: string): boolean {
  return file.endsWith('.ruling.yaml');
}

/**
 * Returns the name of a ruling's game where no `game.yaml` stands above it: what its own text names.
 * Rulings may lie anywhere; then only the text says whose they are.
 */
export function namedGame(text: string): string | undefined {
  return /^game:[ \t]*(["']?)([A-Za-z0-9_./-]+)\1[ \t]*$/m.exec(text)?.[2];
}
