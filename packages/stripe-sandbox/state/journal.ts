import {
  appendFileSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

export type JournalLine = { kind: string; record: { id: string } };

/**
 * Writes every change as one JSON line before the response is sent, so that killing the process loses nothing that was
 * acknowledged. Only its owner may read it: it holds client secrets. Without a file it does nothing. While the disk is
 * full, the changes wait in memory and are written with the next one: the shop, which shares the process, must keep
 * running.
 */
export class Journal {
  readonly #file: string | undefined;
  /** Opened with the first change and kept: opening it for each would cost more than writing. */
  #open: number | undefined;
  #lines: string[] = [];
  #isScheduled = false;
  #isTorn = false;

  constructor(file: string | undefined) {
    this.#file = file;
    if (file) mkdirSync(dirname(file), { recursive: true });
  }

  /** The lines of the last run; a line torn by a crash is left out. */
  read(): JournalLine[] {
    if (!this.#file) return [];
    const text = readIfThere(this.#file);
    return text.split('\n').flatMap((line) => {
      const parsed = parseLine(line);
      return parsed ? [parsed] : [];
    });
  }

  /** Replaces the file by its last state in one step (write beside it, then rename). */
  compact(lines: Iterable<JournalLine>): void {
    if (!this.#file) return;
    this.close();
    const text = Array.from(lines, (line) => `${JSON.stringify(line)}\n`).join('');
    writeFileSync(`${this.#file}.new`, text, { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }

  note(kind: string, record: { id: string }): void {
    if (!this.#file) return;
    if (!this.#isScheduled) queueMicrotask(() => this.flush());
    this.#isScheduled = true;
    this.#lines.push(`${JSON.stringify({ kind, record })}\n`);
  }

  flush(): void {
    this.#isScheduled = false;
    if (!this.#file || this.#lines.length === 0) return;
    try {
      this.#open ??= openSync(this.#file, 'a', 0o600);
      appendFileSync(this.#open, (this.#isTorn ? '\n' : '') + this.#lines.join(''));
    } catch (error) {
      // a part may have been written: what follows starts on a line of its own
      this.#isTorn = true;
      this.#shut();
      process.emitWarning(`The payment sandbox cannot keep its state for now: ${String(error)}`);
      return;
    }
    this.#isTorn = false;
    this.#lines = [];
  }

  /** A later entry opens the file again. */
  close(): void {
    this.flush();
    this.#shut();
  }

  #shut(): void {
    if (this.#open !== undefined) closeSync(this.#open);
    this.#open = undefined;
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

function parseLine(line: string): JournalLine | undefined {
  try {
    const parsed: unknown = JSON.parse(line);
    return isJournalLine(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function isJournalLine(value: unknown): value is JournalLine {
  return typeof value === 'object' && value !== null && 'kind' in value && 'record' in value;
}
