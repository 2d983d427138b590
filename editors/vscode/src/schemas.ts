// Schemas of a game's YAML files for the YAML extension (`redhat.vscode-yaml`), which asks for them file by file.
// Nothing here asks the editor, so that a test can put it before the real server.
import * as path from 'node:path';
import { gameFolder, sortOf, type Sort } from './games';

const SCHEME = 'ludex-schema';
const SORTS: readonly Sort[] = ['tables', 'rulings', 'manifest', 'statements', 'view', 'look'];

/** Who else speaks about the same file. */
export interface Company {
  /** The language server runs, and tells mistakes, completes and explains. */
  readonly server: boolean;
}

/** Makes the schema of a game's files, as `ludex schema GAME --of SORT` prints it; undefined when it can't. */
export type MakeSchema = (game: string, sort: Sort) => Promise<string | undefined>;

/** Answers the YAML extension's questions. */
export class Schemas {
  private readonly made = new Map<string, Promise<string | undefined>>();

  constructor(private readonly make: MakeSchema, private readonly company: () => Company) {}

  /** Returns the address of the schema of a file, or undefined for a file of no game. */
  address(file: string): string | undefined {
    const [game, sort] = [gameFolder(file), sortOf(file)];
    if (game === undefined || sort === undefined) return undefined;
    return `${SCHEME}:///${sort}${encodeURI(game.split(path.sep).join('/').replace(/^\/?/, '/'))}`;
  }

  /** Returns the schema at an address. */
  async content(address: string): Promise<string | undefined> {
    // With the language server here, nobody else has anything to say; an empty schema keeps others off the file.
    if (this.company().server) return '{}';
    const [sort, game] = this.parts(address);
    if (sort === undefined || game === undefined) return undefined;
    let made = this.made.get(address);
    if (made === undefined) {
      made = this.make(game, sort);
      this.made.set(address, made);
    }
    return (await made) ?? '{}';
  }

  /** Forgets schemas, for the rules that they were made of have changed. */
  forget(): void {
    this.made.clear();
  }

  private parts(address: string): [Sort | undefined, string | undefined] {
    const found = new RegExp(`^${SCHEME}:/*([a-z]+)(/.*)$`).exec(address);
    const sort = SORTS.find((one) => one === found?.[1]);
    const game = found?.[2] === undefined ? undefined : decodeURI(found[2]);
    return [sort, game !== undefined && /^\/[A-Za-z]:\//.test(game) ? game.slice(1) : game];
  }

  static readonly scheme = SCHEME;
}
