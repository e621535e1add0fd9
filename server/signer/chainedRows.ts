import { createHmac } from 'node:crypto';
import { equalBytes } from '../platform/secrets.ts';
import type { HeadKeeper } from './headFile.ts';
import type { Journal } from './journal.ts';

/** A row's place in its chain. */
export type Link = {
  /** From 1, without a gap. */
  readonly number: number;
  /** HMAC-SHA256 over all of it and the one before it: a row that was changed, dropped or put in between does not fit. */
  readonly mac: Buffer;
};

/** A row of which the number and the chain are the record's own to give. */
export type Unlinked<Row extends Link> = Omit<Row, keyof Link>;

/** Where rows are kept for good. */
export type ChainedTable<Row extends Link> = {
  /** The oldest first, some at a time. */
  all(): AsyncIterable<readonly Row[]>;
  /** False, and nothing inserted, where the row before it is not there: the database was restored from an earlier moment. */
  insert(row: Row): Promise<boolean>;
  /** The number of its last row, 0 for an empty table. */
  newest(): Promise<number>;
};

export const NO_ROWS: Link = { number: 0, mac: Buffer.alloc(0) };

/** The table does not say what was written: somebody has written in it, or a part of it is lost. */
export class BrokenRecordError extends Error {
  override name = 'BrokenRecordError';
}

export type ChainOptions<Row extends Link> = {
  /** What a row is called in an error: `form`. */
  readonly noun: string;
  readonly table: ChainedTable<Row>;
  readonly key: Uint8Array;
  readonly keeper: HeadKeeper;
  readonly journal: Journal<Row>;
  /** Called with how many rows a restored database has got back from the journal. */
  readonly onRestored: (rows: number) => void;
  /** All that a row says, as JSON, whatever order a database gives the fields of an object back in. */
  fieldsOf(row: Unlinked<Row>): readonly unknown[];
  /** Called with each row, the oldest first. */
  remember(row: Row): void;
};

/** Where a record is kept, and by what it is bound. */
export type RecordParts<Row extends Link> = Pick<
  ChainOptions<Row>,
  'table' | 'key' | 'keeper' | 'journal' | 'onRestored'
>;

export type Chain<Row extends Link> = {
  size(): number;
  /** Kept for good when it resolves. One at a time. */
  add(row: Unlinked<Row>): Promise<Row>;
};

/**
 * Reads a table once: it is believed where it fits its chain and the head that is kept elsewhere, and what becomes of it
 * afterwards changes no answer. Throws a {@link BrokenRecordError} where it is not what was written.
 */
export async function openChain<Row extends Link>(options: ChainOptions<Row>): Promise<Chain<Row>> {
  const { noun, table, key, keeper, journal, onRestored, fieldsOf, remember } = options;
  let head = NO_ROWS;

  const macOf = (before: Link, number: number, row: Unlinked<Row>): Buffer => {
    const text = JSON.stringify([number, ...fieldsOf(row)]);
    return createHmac('sha256', key).update(before.mac).update(text).digest();
  };

  const kept = await keeper.read();
  const take = (row: Row) => {
    const fits = row.number === head.number + 1 && equalBytes(macOf(head, row.number, row), row.mac);
    if (!fits) throw new BrokenRecordError(`${noun} ${row.number} does not follow ${noun} ${head.number}`);
    if (kept?.number === row.number && !kept.mac.equals(row.mac))
      throw new BrokenRecordError(`${noun} ${row.number} is not the one that was written`);
    remember(row);
    head = row;
  };
  for await (const rows of table.all()) for (const row of rows) take(row);
  const lost = kept && kept.number > head.number ? await journal.after(head.number) : [];
  for (const row of lost) take(row);
  assertEndsAt(noun, kept, head);
  await insertAll(lost);
  await keeper.keep(head);

  /** Gives a restored database the rows back that it had. */
  async function insertAll(rows: readonly Row[]): Promise<void> {
    for (const row of rows)
      if (!(await table.insert(row))) throw new BrokenRecordError(`${noun} ${row.number - 1} is not in the table`);
    if (rows.length > 0) onRestored(rows.length);
  }

  return {
    size: () => head.number,
    async add(row) {
      const number = head.number + 1;
      const linked = { ...row, number, mac: macOf(head, number, row) } as Row;
      if (!(await table.insert(linked))) {
        await insertAll(await journal.after(await table.newest()));
        if (!(await table.insert(linked))) throw new BrokenRecordError(`${noun} ${head.number} is not in the table`);
      }
      await journal.append(linked);
      await keeper.keep(linked);
      remember(linked);
      head = linked;
      return linked;
    },
  };
}

/**
 * Rows beyond the head have their MACs of the signer alone: the process ended before it noted them, or its folder was restored
 * from an earlier moment. Fewer rows are a loss.
 */
function assertEndsAt(noun: string, kept: Link | undefined, { number, mac }: Link): void {
  if (kept && kept.number <= number) return;
  if (!kept && number === 0) return;
  const line = `${number} ${mac.toString('hex')}`;
  throw new BrokenRecordError(
    kept
      ? `${kept.number} ${noun}s were written, and the table has ${number}`
      : `there is no head of the record, and the table has ${number} ${noun}s: look at them, and write this line into it: ${line}`,
  );
}

/** JSON with the fields of each object in their order. */
export function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, inOrder(field)]);
}
