/**
 * Writes to a terminal: rows that stand, and under them the part that changes, which is drawn over itself. No alternate
 * screen: what was said can be scrolled to, and is still there afterwards.
 */
import type { Paint } from "../style.ts";
import type { Live } from "./line-view.ts";
import { painted, type Row, rowWidth } from "./rows.ts";

const CLEAR_BELOW = "\x1b[J";
const CLEAR_ALL = "\x1b[H\x1b[2J";
const HIDE_CURSOR = "\x1b[?25l";
const SHOW_CURSOR = "\x1b[?25h";
/** A pasted text comes between two marks, so that its line ends are not taken for Enter. */
const MARK_PASTES = "\x1b[?2004h";
const LEAVE_PASTES = "\x1b[?2004l";

/** What was written last of the changing part. */
interface Drawn {
  readonly widths: readonly number[];
  readonly cursor: Live["cursor"];
  readonly text: string;
  readonly size: string;
}

/** A terminal's size in cells. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

const NOTHING: Drawn = { widths: [], cursor: { row: 0, column: 0 }, text: "", size: "" };

/** One terminal. */
export class Screen {
  readonly #write: (bytes: string) => void;
  readonly #paint: Paint;
  #drawn = NOTHING;

  constructor(write: (bytes: string) => void, paint: Paint) {
    this.#write = write;
    this.#paint = paint;
  }

  /** Takes the terminal. */
  open(): void {
    this.#write(MARK_PASTES);
  }

  /** Shows rows for good, and the changing part under them, in a terminal that has this size now. */
  draw(rows: readonly Row[], live: Live, { columns, rows: height }: Size): void {
    const text = live.rows.map((row) => painted(row, this.#paint)).join("\r\n");
    const { row, column } = live.cursor;
    // A terminal of another size has broken rows anew, and cut off what stood under the cursor.
    const size = `${columns}x${height}`;
    const { cursor } = this.#drawn;
    const stays = cursor.row === row && cursor.column === column && this.#drawn.size === size;
    if (rows.length === 0 && text === this.#drawn.text && stays) return;
    const standing = rows.map((each) => `${painted(each, this.#paint)}\r\n`).join("");
    const place = `${up(live.rows.length - 1 - row)}\r${right(column)}`;
    this.#write(`${HIDE_CURSOR}${this.#erase(columns)}${standing}${text}${place}${SHOW_CURSOR}`);
    this.#drawn = { widths: live.rows.map(rowWidth), cursor: live.cursor, text, size };
  }

  /** Wipes the screen; what has scrolled away stays. */
  clear(): void {
    this.#write(CLEAR_ALL);
    this.#drawn = NOTHING;
  }

  /** Gives the terminal back: the changing part is gone, the cursor stands under what was shown. */
  close(columns: number): void {
    this.#write(`${this.#erase(columns)}${LEAVE_PASTES}${SHOW_CURSOR}`);
    this.#drawn = NOTHING;
  }

  /** Back to the first cell of the changing part. A terminal that has become narrower has broken its rows anew. */
  #erase(columns: number): string {
    const { widths, cursor } = this.#drawn;
    const broken = (width: number) => Math.max(1, Math.ceil(width / Math.max(1, columns)));
    const above = widths.slice(0, cursor.row).reduce((sum, width) => sum + broken(width), 0);
    return `${up(above + Math.floor(cursor.column / Math.max(1, columns)))}\r${CLEAR_BELOW}`;
  }
}

function up(rows: number): string {
  return rows > 0 ? `\x1b[${rows}A` : "";
}

function right(columns: number): string {
  return columns > 0 ? `\x1b[${columns}C` : "";
}
