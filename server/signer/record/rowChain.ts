import { createHmac } from 'node:crypto';
import { equalBytes } from '../../platform/secrets.ts';
import type { HeadStore } from './headFile.ts';
import type { Journal } from './journal.ts';

/** A row's place in its chain. */
export type ChainLink = {
  /** From 1, without a gap. */
  readonly number: number;
  /** HMAC-SHA256 over the row and the MAC of the row before it: a changed, dropped or inserted row does not fit. */
  readonly mac: Buffer;
};

/** A row without its number and MAC, which the record assigns. */
export type WithoutLink<Row extends ChainLink> = Omit<Row, keyof ChainLink>;

/** A table in which rows are stored permanently. */
export type ChainedTable<Row extends ChainLink> = {
  /** Yields all rows in batches, the oldest first. */
  all(): AsyncIterable<readonly Row[]>;
  /**
   * Returns false, and inserts nothing, if the preceding row is missing because the database was restored from an earlier
   * moment.
   */
  insert(row: Row): Promise<boolean>;
  /** Returns the number of the last row, 0 for an empty table. */
  newest(): Promise<number>;
};

export const EMPTY_CHAIN_HEAD: ChainLink = { number: 0, mac: Buffer.alloc(0) };

/** The table differs from what the signer wrote: it was tampered with, or a part of it is lost. */
export class BrokenRecordError extends Error {
  override name = 'BrokenRecordError';
}

export type RowChainOptions<Row extends ChainLink> = {
  /** The noun for a row in error messages, such as `form`. */
  readonly noun: string;
  readonly table: ChainedTable<Row>;
  readonly key: Uint8Array;
  readonly keeper: HeadStore;
  readonly journal: Journal<Row>;
  /** Called with the number of rows that a restored database got back from the journal. */
  readonly onRestored: (rows: number) => void;
  /** Returns all fields of a row for JSON, independent of the order in which a database returns the fields of an object. */
  fieldsOf(row: WithoutLink<Row>): readonly unknown[];
  /** Called with each row, the oldest first. */
  remember(row: Row): void;
};

/** The stores and the key of a record. */
export type RecordParts<Row extends ChainLink> = Pick<
  RowChainOptions<Row>,
  'table' | 'key' | 'keeper' | 'journal' | 'onRestored'
>;

export type RowChain<Row extends ChainLink> = {
  size(): number;
  /** Resolves when the row is stored permanently. Call it once at a time. */
  add(row: WithoutLink<Row>): Promise<Row>;
};

/**
 * Reads the table once and verifies it against its chain and the head that is kept elsewhere. Later changes of the table affect
 * no answer. Throws a {@link BrokenRecordError} if the table is not what was written.
 */
export async function openRowChain<Row extends ChainLink>(options: RowChainOptions<Row>): Promise<RowChain<Row>> {
  const { noun, table, key, keeper, journal, onRestored, fieldsOf, remember } = options;
  let head = EMPTY_CHAIN_HEAD;

  const macOf = (before: ChainLink, number: number, row: WithoutLink<Row>): Buffer => {
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

  /** Inserts the rows that a restored database lost. */
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
 * Throws if the table has fewer rows than the head, which is a loss, or rows but no head. Rows beyond the head are accepted,
 * since only the signer can make their MACs: the process ended before it noted them, or its folder was restored from an earlier
 * moment.
 */
function assertEndsAt(noun: string, kept: ChainLink | undefined, { number, mac }: ChainLink): void {
  if (kept && kept.number <= number) return;
  if (!kept && number === 0) return;
  const line = `${number} ${mac.toString('hex')}`;
  throw new BrokenRecordError(
    kept
      ? `${kept.number} ${noun}s were written, and the table has ${number}`
      : `there is no head of the record, and the table has ${number} ${noun}s: check them, and write this line into it: ${line}`,
  );
}

/** Returns the JSON value with the fields of each object sorted by name. */
export function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, sortFields(field)]);
}
