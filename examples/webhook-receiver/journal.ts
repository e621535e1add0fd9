import {
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** The fields of an event that this example uses. docs/integrate/events.md has all. */
export type OrderEvent = {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly test?: true | undefined;
  readonly data: {
    readonly orderNo: string;
    readonly sequence: number;
    readonly status: string;
    readonly reference: string;
    readonly sessionId: string;
    readonly transactionId: string | null;
  };
};

export type Journal = {
  /** Every stored event, in the order of arrival. */
  readonly events: readonly OrderEvent[];
  /** Stores an event; returns false if it is already stored. Throws if it cannot be stored. */
  add(event: OrderEvent): boolean;
  /** The cursor for the next call of `events`; undefined before the first page. */
  readCursor(): string | undefined;
  /** With undefined, reading starts again at the oldest event. */
  storeCursor(cursor: string | undefined): void;
};

/**
 * Opens the files in which events and the cursor survive a restart: `events.jsonl` has one event per line. A service with a
 * database instead uses a table whose primary key is the event's id, and inserts the event in the transaction that processes
 * it.
 */
export function openJournal(folder: string): Journal {
  mkdirSync(folder, { recursive: true });
  const file = openSync(join(folder, 'events.jsonl'), 'a+');
  const text = readFileSync(file, 'utf8');
  // A crash may leave half a line. Its event was not acknowledged, so the server sends it again.
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  let size = Buffer.byteLength(complete);
  ftruncateSync(file, size);

  const events = complete.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as OrderEvent]));
  const ids = new Set(events.map(({ id }) => id));
  const cursorFile = join(folder, 'cursor');

  return {
    events,
    // Synchronous, so that two deliveries of one event cannot interleave.
    add(event) {
      if (ids.has(event.id)) return false;
      const line = Buffer.from(`${JSON.stringify(event)}\n`);
      try {
        if (writeSync(file, line) < line.length) throw new Error('the disk is full');
        fsyncSync(file);
      } catch (error) {
        ftruncateSync(file, size);
        throw error;
      }
      size += line.length;
      ids.add(event.id);
      events.push(event);
      return true;
    },
    readCursor() {
      try {
        return readFileSync(cursorFile, 'utf8') || undefined;
      } catch {
        return undefined;
      }
    },
    storeCursor(cursor) {
      if (cursor === undefined) return rmSync(cursorFile, { force: true });
      // A rename is atomic: a crash leaves the former cursor or this one.
      writeFileSync(`${cursorFile}.next`, cursor);
      renameSync(`${cursorFile}.next`, cursorFile);
    },
  };
}
