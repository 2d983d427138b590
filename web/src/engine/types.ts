// Made of schema/table.schema.json by `npm run types`. Do not edit.

/**
 * The outline of a card.
 */
export type FaceShape = "card" | "hex" | "round";
/**
 * The holder of a place or a variable.
 */
export type HolderSort =
  | "table"
  | "player"
  | {
      space: number;
    }
  | {
      piece: number;
    };
/**
 * The order in which pieces lie.
 */
export type PlaceOrder = "pile" | "list" | "set" | "slot";
/**
 * The players who see the pieces of a place.
 */
export type PlaceSight = "all" | "owner" | "others" | "nobody" | "face";
/**
 * The geometry of a board's spaces.
 */
export type ShapeText = "ring" | "row" | "grid" | "hex" | "graph";
/**
 * A request of a viewer. Those that change the table are `choose`, `undo` and `redo`: made again in the same order, by the
 * same viewers, they make the same table again.
 */
export type Request =
  | {
      do: "look";
      /**
       * The version that the viewer has, or 0.
       */
      since: number;
    }
  | {
      do: "choose";
      /**
       * The version of the snapshot with the question.
       */
      version: number;
      /**
       * The number of the option.
       */
      option: number;
    }
  | {
      do: "undo";
      /**
       * The version that the viewer has.
       */
      version: number;
    }
  | {
      do: "redo";
      /**
       * The version that the viewer has.
       */
      version: number;
    }
  | {
      do: "look_back";
      /**
       * The number of the move; 0 is the beginning.
       */
      at: number;
    }
  | {
      do: "why_not";
      /**
       * The thing in question.
       */
      about: Thing | null;
    }
  | {
      do: "hint";
      /**
       * The bot, as docs/bots.md names it.
       */
      bot: string;
    }
  | {
      do: "evaluate";
      /**
       * The bot whose budget and cut count, as docs/bots.md names it.
       */
      bot: string;
    }
  | {
      do: "review";
      /**
       * The number of the move, from 1.
       */
      at: number;
      /**
       * The bot, as docs/bots.md names it; `flat` tries each option equally often.
       */
      bot: string;
    }
  | {
      do: "record";
    }
  | {
      do: "ruling";
      /**
       * The id of the ruling.
       */
      id: string;
      /**
       * The question that it answers.
       */
      asks: string | null;
    };
/**
 * A thing of a game, by the numbers that descriptions and snapshots use.
 */
export type Thing =
  | {
      piece: number;
    }
  | {
      hidden: {
        /**
         * The number of the place.
         */
        place: number;
        /**
         * Its position there, from 0.
         */
        at: number;
      };
    }
  | {
      space: number;
    }
  | {
      spaces: number[];
    }
  | {
      place: number;
    }
  | {
      player: number;
    }
  | {
      number: number;
    }
  | {
      flag: boolean;
    }
  | {
      row: {
        /**
         * The number of the record in `Description::kinds`.
         */
        kind: number;
        /**
         * The number of the row.
         */
        row: number;
      };
    }
  | {
      value: {
        /**
         * The number of the enum.
         */
        of: number;
        /**
         * The number of the value.
         */
        value: number;
      };
    }
  | {
      action: string;
    }
  | {
      answer: string;
    };
/**
 * An answer to a request.
 */
export type Reply =
  | {
      snapshot: TableSnapshot;
    }
  | {
      reasons: ActionReasons[];
    }
  | {
      advice: AdviceSeen;
    }
  | {
      evaluation: EvaluationSeen;
    }
  | {
      review: ReviewSeen | null;
    }
  | {
      text: string;
    };
/**
 * A viewer of a table, by what they may know and decide.
 */
export type Access =
  | {
      seat: number;
    }
  | "spectator"
  | "full";
/**
 * The content of a panel.
 */
export type PanelContent =
  | {
      line: [string, PanelValue][];
    }
  | {
      rows: PanelRows;
    }
  | {
      board: PanelBoard;
    };
/**
 * A value of a panel.
 */
export type PanelValue =
  | "none"
  | {
      flag: boolean;
    }
  | {
      number: number;
    }
  | {
      word: MarkText;
    }
  | {
      /**
       * @minItems 2
       * @maxItems 2
       */
      many: [MarkText[], number];
    }
  | "unknown";
/**
 * The form in which members are set.
 */
export type PanelForm = "row" | "lines" | "table";
/**
 * The verdict on an action.
 */
export type VerdictText = "legal" | "not_offered" | "not_among" | "not_known" | "refused" | "no_way";
/**
 * The reasons for which requests are refused.
 */
export type RefusalCode =
  | "stale"
  | "not_asked"
  | "no_such_option"
  | "no_undo"
  | "no_redo"
  | "no_such_move"
  | "no_such_bot"
  | "too_much_work"
  | "secret"
  | "no_record"
  | "fault"
  | "wrong";

/**
 * The messages between a table and those who look at it.
 */
export interface TableMessages {
  description: Description;
  request: Request;
  reply: Reply;
  refusal: Refusal;
}
/**
 * A game as a page needs it, the same for all tables and viewers. It tells nothing of a match.
 */
export interface Description {
  /**
   * The name of the game's folder.
   */
  game: string;
  /**
   * The title that people read.
   */
  title: string;
  /**
   * The subject of the game, in a sentence.
   */
  about: string;
  /**
   * The hash of its rules: records name it.
   */
  rules: string;
  /**
   * The fewest and the most players.
   *
   * @minItems 2
   * @maxItems 2
   */
  players: [number, number];
  /**
   * The options that a game begins with.
   */
  options: GameOption[];
  /**
   * True if some things are not seen by all players.
   */
  has_secrets: boolean;
  /**
   * True if `view.yaml` lists panels, which then are the page.
   */
  has_panels: boolean;
  /**
   * The kinds of pieces and the records, by their numbers.
   */
  kinds: KindText[];
  /**
   * The pieces, by their numbers.
   */
  pieces: PieceText[];
  /**
   * The declared places, by their numbers.
   */
  places: PlaceText[];
  /**
   * The boards, by their numbers.
   */
  boards: BoardText[];
  /**
   * The tracks with their stops and rules.
   */
  tracks: TrackText[];
  /**
   * The actions of the rules.
   */
  actions: ActionText[];
  /**
   * The conditions that end the game, in words.
   */
  ends: string[];
  /**
   * The numbers that rank the players, in words: the score, then the tie-breaks.
   */
  ranks: string[];
  /**
   * The look of the game, as `look.yaml` says it.
   */
  look: LookText;
}
/**
 * An option that a game begins with.
 */
export interface GameOption {
  /**
   * The name that settings use.
   */
  name: string;
  /**
   * The name in words.
   */
  words: string;
  /**
   * The meaning of the option, in words.
   */
  text: string;
  /**
   * Its values by the words that settings use.
   */
  values: string[];
  /**
   * Its values in the words of people.
   */
  value_words: string[];
  /**
   * The value that it has unless another one is chosen.
   */
  default: string;
}
/**
 * A kind of pieces, or a record.
 */
export interface KindText {
  /**
   * The name that the rules use.
   */
  name: string;
  /**
   * The name that people read.
   */
  words: string;
  /**
   * True of a record, which has no pieces.
   */
  is_record: boolean;
  /**
   * Its rows; a kind without a table has one.
   */
  rows: CardText[];
  /**
   * The back of its cards, where `look.yaml` gives all of them the same.
   */
  back?: FaceText | null;
}
/**
 * A row as people read a card.
 */
export interface CardText {
  /**
   * The id that the row gives itself.
   */
  id: string;
  /**
   * The name that people read.
   */
  name: string;
  /**
   * Its data, each with its label.
   */
  shows: string[];
  /**
   * Its effects, a sentence or more for each.
   */
  does: string[];
  /**
   * Its front, where `look.yaml` lays it out.
   */
  face?: FaceText | null;
  /**
   * Its icon and colour, or those of its kind.
   */
  paint?: ThingPaint | null;
}
/**
 * A side of a card as a picture.
 */
export interface FaceText {
  /**
   * The outline of the card.
   */
  shape: FaceShape;
  /**
   * Width and height in millimetres, the unit of the picture.
   *
   * @minItems 2
   * @maxItems 2
   */
  size: [number, number];
  /**
   * The elements of the picture, as SVG.
   */
  svg: string;
}
/**
 * The icon and colour of a thing.
 */
export interface ThingPaint {
  /**
   * The number of the drawing.
   */
  icon?: number | null;
  /**
   * The colour of the thing.
   */
  colour?: string | null;
  /**
   * Black or white, whichever is read on that colour.
   */
  ink?: string | null;
}
/**
 * A piece, by its kind and row.
 */
export interface PieceText {
  /**
   * The number of its kind.
   */
  kind: number;
  /**
   * The number of its row.
   */
  row: number;
  /**
   * Its own id: copies of a row are told apart by it.
   */
  id: string;
}
/**
 * A declared place: each of its holders has one.
 */
export interface PlaceText {
  /**
   * The name that the rules use.
   */
  name: string;
  /**
   * The name that people read.
   */
  words: string;
  /**
   * The holder, of which each has one.
   */
  holder: HolderSort;
  /**
   * The kind of its pieces.
   */
  kind: number;
  /**
   * The order in which they lie.
   */
  order: PlaceOrder;
  /**
   * The players who see them.
   */
  seen: PlaceSight;
  /**
   * The most pieces that it holds; none without a bound.
   */
  capacity: number | null;
}
/**
 * A board, or one for each player.
 */
export interface BoardText {
  /**
   * The name that the rules use.
   */
  name: string;
  /**
   * The name that people read.
   */
  words: string;
  /**
   * True if each player has one.
   */
  per_player: boolean;
  /**
   * The geometry of its spaces.
   */
  shape: ShapeText;
  /**
   * The layouts of which it has one.
   */
  layouts: LayoutText[];
}
/**
 * A layout of a board.
 */
export interface LayoutText {
  /**
   * The id that the layout gives itself.
   */
  id: string;
  /**
   * The data that it shows, each with its label.
   */
  shows: string[];
  /**
   * The rules that hold on it alone, in words.
   */
  does: string[];
  /**
   * Its spaces, by their numbers.
   */
  spaces: SpaceText[];
}
/**
 * A space of a layout.
 */
export interface SpaceText {
  /**
   * The id that people read.
   */
  id: string;
  /**
   * Its column, or its first axial coordinate.
   */
  x: number;
  /**
   * Its row, or its second axial coordinate.
   */
  y: number;
  /**
   * Its attributes as they are written, by name; those that are false are left out.
   */
  printed: [string, string][];
  /**
   * The numbers of the spaces beside it, in this layout.
   */
  beside: number[];
}
/**
 * A track: a number with rules along it.
 */
export interface TrackText {
  /**
   * The name that the rules use.
   */
  name: string;
  /**
   * The name that people read.
   */
  words: string;
  /**
   * The holder of its markers.
   */
  holder: HolderSort;
  /**
   * Its first and last number.
   *
   * @minItems 2
   * @maxItems 2
   */
  bounds: [number, number];
  /**
   * The numbers at which something happens.
   */
  stops: number[];
  /**
   * Its rules in words.
   */
  does: string[];
}
/**
 * An action of the rules.
 */
export interface ActionText {
  /**
   * The name that the rules use.
   */
  name: string;
  /**
   * The words for people.
   */
  words: string;
  /**
   * The effect of the action, in words.
   */
  does: string;
}
/**
 * The look of a game; empty without `look.yaml`.
 */
export interface LookText {
  /**
   * The drawings: faces use number N as `#icon-N`.
   */
  drawings: DrawingText[];
  /**
   * Colours of the seats, in their order.
   */
  seats: string[];
  /**
   * The enums by their numbers: the paint of each value.
   */
  values: ThingPaint[][];
  /**
   * Variables and tracks that have paint, by name.
   */
  variables: [string, ThingPaint][];
  /**
   * The boards by their numbers.
   */
  boards: BoardPaint[];
  /**
   * The number of columns of the page.
   */
  columns: number | null;
  /**
   * The panels that have a position on the page.
   */
  panels: PanelCell[];
}
/**
 * A drawing without scripts and without anything outside of it.
 */
export interface DrawingText {
  /**
   * The part of the plane that it shows: left, top, width and height.
   *
   * @minItems 4
   * @maxItems 4
   */
  view_box: [number, number, number, number];
  /**
   * The elements inside of `svg`.
   */
  body: string;
}
/**
 * The look of a board.
 */
export interface BoardPaint {
  /**
   * The colour behind the spaces.
   */
  colour?: string | null;
  /**
   * The kinds whose pieces are drawn as tiles over all spaces that they cover.
   */
  tiles?: number[];
  /**
   * The spaces of each layout, by their numbers.
   */
  layouts: SpacePaint[][];
}
/**
 * The look of a space.
 */
export interface SpacePaint {
  /**
   * The colour of the space.
   */
  fill?: string | null;
  /**
   * Black or white, whichever is read on that colour.
   */
  ink?: string | null;
  /**
   * The values that the layout gives it.
   */
  marks?: PaintedWord[];
}
/**
 * A value with its icon and colour.
 */
export interface PaintedWord {
  /**
   * The value in words.
   */
  word: string;
  /**
   * The icon and colour of the value.
   */
  paint: ThingPaint;
}
/**
 * The position of a panel on the page, in cells of a grid, from 1.
 */
export interface PanelCell {
  /**
   * The title of the panel, or the name of a board that it shows.
   */
  panel: string;
  /**
   * The first of its columns.
   */
  column: number;
  /**
   * The first of its rows.
   */
  row: number;
  /**
   * The number of columns.
   */
  wide: number;
  /**
   * The number of rows.
   */
  high: number;
}
/**
 * A table at one moment, as one viewer may know it.
 */
export interface TableSnapshot {
  /**
   * Counts the changes of the table: requests name the version that they answer.
   */
  version: number;
  /**
   * The viewer, who may know this.
   */
  access: Access;
  /**
   * The number of the moves that were made.
   */
  moves: number;
  /**
   * The move after which the table stood so; fewer than `moves` in a look back.
   */
  at: number;
  /**
   * The seats that are to decide.
   */
  deciding: number[];
  /**
   * True once the game is over.
   */
  over: boolean;
  /**
   * The result, once the game is over.
   */
  result: ResultSeen | null;
  /**
   * The holdings of the table.
   */
  table: Holdings;
  /**
   * The holdings of each player, by seat.
   */
  players: Holdings[];
  /**
   * Pieces that hold something, or whose fields are not as at the beginning.
   */
  pieces: PieceSeen[];
  /**
   * The panels of `view.yaml`.
   */
  panels: Panels;
  /**
   * The log since the version that the viewer had.
   */
  log: LogPart;
  /**
   * The question that the viewer may answer.
   */
  question: Question | null;
  /**
   * True if the viewer may take the last move back.
   */
  can_undo: boolean;
  /**
   * True if the viewer may make the move again that was taken back.
   */
  can_redo: boolean;
}
/**
 * The result of a game.
 */
export interface ResultSeen {
  /**
   * The score of each player.
   */
  scores: number[];
  /**
   * The rank of each player, from 1.
   */
  ranks: number[];
  /**
   * The seats of those who won.
   */
  winners: number[];
}
/**
 * The holdings of the table or of one player.
 */
export interface Holdings {
  /**
   * Variables and tracks with their values.
   */
  numbers: NumberSeen[];
  /**
   * Places with their pieces, empty ones too.
   */
  places: PlaceSeen[];
  /**
   * Boards that are laid out.
   */
  boards: BoardSeen[];
}
/**
 * A variable or track that the viewer sees.
 */
export interface NumberSeen {
  /**
   * The name that the rules use.
   */
  name: string;
  /**
   * The name that people read.
   */
  words: string;
  /**
   * True of a track.
   */
  is_track?: boolean;
  /**
   * Its value, or one for each value of the enum that indexes it.
   */
  values: IndexedValue[];
}
/**
 * A value of a variable.
 */
export interface IndexedValue {
  /**
   * The index, of a variable that has one.
   */
  index?: string | null;
  /**
   * The value in words.
   */
  value: ValueText;
}
/**
 * A value as people read it, with what it points at.
 */
export interface ValueText {
  /**
   * The value in words.
   */
  text: string;
  /**
   * The full wording, where there is more to say.
   */
  full?: string | null;
  /**
   * The thing that it points at; none of a value that the viewer does not know, or that is nothing to click.
   */
  thing?: Thing | null;
}
/**
 * A place with its pieces.
 */
export interface PlaceSeen {
  /**
   * The number of the declaration in `Description::places`.
   */
  declared: number;
  /**
   * The number of this place, by which options name it.
   */
  place: number;
  /**
   * Its pieces in order, null for one that the viewer does not know.
   */
  pieces: (number | null)[];
  /**
   * Marks on pieces that the viewer does not know, by their position.
   */
  marks?: MarksSeen[];
}
/**
 * Marks on an unknown piece.
 */
export interface MarksSeen {
  /**
   * The position of the piece in its place, from 0.
   */
  at: number;
  /**
   * The marks with their values.
   */
  fields: NumberSeen[];
}
/**
 * A board that is laid out.
 */
export interface BoardSeen {
  /**
   * The number of the declaration in `Description::boards`.
   */
  board: number;
  /**
   * The number of its layout there.
   */
  layout: number;
  /**
   * The number of its first space; the others count up from it.
   */
  first: number;
  /**
   * The number of its spaces.
   */
  count: number;
  /**
   * Spaces that hold something, or whose fields are not as at the beginning.
   */
  spaces: SpaceSeen[];
}
/**
 * A space that holds something.
 */
export interface SpaceSeen {
  /**
   * The number by which others name it.
   */
  space: number;
  /**
   * Its fields that are not as at the beginning.
   */
  fields?: NumberSeen[];
  /**
   * Its places that are not empty.
   */
  places?: PlaceSeen[];
}
/**
 * A known piece that holds something, or whose fields are not as at the beginning.
 */
export interface PieceSeen {
  /**
   * The number by which others name it.
   */
  piece: number;
  /**
   * Its fields that are not as at the beginning.
   */
  fields?: NumberSeen[];
  /**
   * Its places that are not empty.
   */
  places?: PlaceSeen[];
}
/**
 * The panels of a table.
 */
export interface Panels {
  /**
   * The panels that all share.
   */
  table: PanelSeen[];
  /**
   * The panels of each player, by seat.
   */
  players: PanelSeen[][];
  /**
   * The parts of each player's score, by seat.
   */
  scores: PanelSeen[][];
}
/**
 * A panel with its caption.
 */
export interface PanelSeen {
  /**
   * The caption above it.
   */
  title: string | null;
  /**
   * True if it is of interest to its owner alone.
   */
  own: boolean;
  /**
   * The content below the caption.
   */
  content: PanelContent;
}
/**
 * A short word with what it stands for.
 */
export interface MarkText {
  /**
   * As it is written.
   */
  word: string;
  /**
   * In full, where there is more to say.
   */
  full?: string | null;
  /**
   * The thing that it stands for, by which it has an icon and a colour.
   */
  thing?: Thing | null;
}
/**
 * Members with what is told of each.
 */
export interface PanelRows {
  /**
   * The form in which they are set.
   */
  form: PanelForm;
  /**
   * The words of the mark that some of them have.
   */
  mark: string | null;
  /**
   * The labels of what is told.
   */
  labels: string[];
  /**
   * The kind of members that are pieces, by which unknown ones have a back.
   */
  kind?: number | null;
  /**
   * The members in their order.
   */
  rows: PanelRow[];
}
/**
 * A member with what is told of it.
 */
export interface PanelRow {
  /**
   * The thing that it is.
   */
  thing: Thing | null;
  /**
   * Its name; none of a piece that the viewer does not know.
   */
  name: string | null;
  /**
   * The number before it.
   */
  by: number | null;
  /**
   * True if it has the mark.
   */
  marked: boolean;
  /**
   * The values told of it, one for each label.
   */
  values: PanelValue[];
}
/**
 * A board with what is written on its spaces.
 */
export interface PanelBoard {
  /**
   * The number of the board.
   */
  board: number;
  /**
   * The number of its first space.
   */
  first: number;
  /**
   * Its spaces in their order.
   */
  spaces: PanelSpace[];
}
/**
 * A space with what is written on it.
 */
export interface PanelSpace {
  /**
   * The marks on it, the most important first.
   */
  marks: MarkText[];
  /**
   * It is drawn as one with those beside it that have the same number.
   */
  joined: number | null;
}
/**
 * The last moves of a log.
 */
export interface LogPart {
  /**
   * The number of the first move here: what a reader has of this move and later ones is replaced.
   */
  from: number;
  /**
   * The moves; what happened before the first one is move 0.
   */
  moves: MoveLog[];
}
/**
 * The log of one move.
 */
export interface MoveLog {
  /**
   * The number of the move, from 1; 0 is the set-up.
   */
  number: number;
  /**
   * The lines that people read.
   */
  lines: LogLine[];
}
/**
 * A line for people.
 */
export interface LogLine {
  /**
   * An answer stands at 0, what came of it at 1.
   */
  depth: number;
  /**
   * The words of the line.
   */
  text: string;
}
/**
 * A question that waits for an answer.
 */
export interface Question {
  /**
   * The seat that is asked.
   */
  seat: number;
  /**
   * The question in words.
   */
  prompt: string;
  /**
   * The options, in a fixed order; `Request::Choose` names one by its number.
   */
  options: OptionSeen[];
  /**
   * The number of answers that it still takes; none of a question that takes one.
   */
  several: SeveralSeen | null;
}
/**
 * An option: its parts one after the other say what is meant. Options that begin with the same parts are one choice in steps.
 */
export interface OptionSeen {
  /**
   * The option in words.
   */
  label: string;
  /**
   * The action or word, then each value.
   */
  parts: ValueText[];
}
/**
 * The number of answers that a question still takes.
 */
export interface SeveralSeen {
  /**
   * The number of answers given already.
   */
  given: number;
  /**
   * The most that may be given yet; none without a bound.
   */
  most: number | null;
  /**
   * True if so many must be given.
   */
  exact: boolean;
}
/**
 * The reasons for an action to be legal or not.
 */
export interface ActionReasons {
  /**
   * The action by its name.
   */
  action: string;
  /**
   * The action in words.
   */
  words: string;
  /**
   * The verdict on the action.
   */
  verdict: VerdictText;
  /**
   * Requirements that fail, or of which the player can't know whether they do.
   */
  failing: FailingText[];
}
/**
 * A requirement of an action that fails.
 */
export interface FailingText {
  /**
   * The words for the player.
   */
  reason: string;
  /**
   * True if the player can't know whether it fails.
   */
  unknown: boolean;
  /**
   * The values that it saw, in words.
   */
  saw: string[];
}
/**
 * The advice of a bot.
 */
export interface AdviceSeen {
  /**
   * The version of the table that it is about.
   */
  version: number;
  /**
   * The number of the option that the bot would choose.
   */
  option: number;
  /**
   * The estimate of each option that it tried.
   */
  thoughts: ThoughtSeen[];
  /**
   * The number of games that it played on.
   */
  playouts: number;
}
/**
 * The estimate of an option by a bot.
 */
export interface ThoughtSeen {
  /**
   * The number of the option.
   */
  option: number;
  /**
   * The share in the victory that it hopes for, from 0 to 1.
   */
  gain: number;
  /**
   * The number of playouts that tried it.
   */
  playouts: number;
}
/**
 * The worth of a position, as a viewer can know it.
 */
export interface EvaluationSeen {
  /**
   * The version of the table that it is about.
   */
  version: number;
  /**
   * The share in the victory of each seat, from 0 to 1.
   */
  gains: number[];
  /**
   * The number of games that were played on.
   */
  playouts: number;
}
/**
 * The review of a decision by a bot.
 */
export interface ReviewSeen {
  /**
   * The number of the move, from 1.
   */
  at: number;
  /**
   * The seat that decided.
   */
  seat: number;
  /**
   * The option that was chosen.
   */
  chosen: ReviewedOption;
  /**
   * The option of which the bot thinks most; the chosen one where none is better.
   */
  best: ReviewedOption;
}
/**
 * An option with what a bot thinks of it.
 */
export interface ReviewedOption {
  /**
   * The number of the option.
   */
  option: number;
  /**
   * The option in words.
   */
  label: string;
  /**
   * The share in the victory that it promises, from 0 to 1.
   */
  gain: number;
  /**
   * The number of playouts that tried it.
   */
  playouts: number;
}
/**
 * The refusal of a request, which changed nothing.
 */
export interface Refusal {
  /**
   * The code, which never changes its name.
   */
  code: RefusalCode;
  /**
   * The mistake, in words for people.
   */
  message: string;
}
