import { createHmac } from 'node:crypto';
import { equalBytes } from '../../platform/secrets.ts';
import { createSerialRunner } from '../serialRunner.ts';
import type { HeadStore } from './headFile.ts';
import type { Journal } from './journal.ts';
import { LeadLostError, type TakeOver } from './takeOver.ts';

/** The number and the MAC that link a row to the row before it. */
export type ChainLink = {
  /** Counts from 1 without a gap. */
  readonly number: number;
  /** HMAC-SHA256 over the row and the MAC of the row before it: a changed, dropped or inserted row does not fit. */
  readonly mac: Buffer;
};

/** A row without its number and MAC, which the record assigns. */
export type WithoutLink<Row extends ChainLink> = Omit<Row, keyof ChainLink>;

/** A table in which rows are stored permanently. */
export type ChainedTable<Row extends ChainLink> = {
  /** Yields all rows above a number in batches, the oldest first. */
  after(number: number): AsyncIterable<readonly Row[]>;
  /**
   * Resolves when the row is committed. Returns false, and inserts nothing, if its number is taken, or if the preceding row is
   * missing because the database was restored from an earlier moment.
   */
  insert(row: Row): Promise<boolean>;
  /** Returns the link of the last row; {@link EMPTY_CHAIN_HEAD} for an empty table. */
  newest(): Promise<ChainLink>;
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
  /** The key of the MACs. */
  readonly key: Uint8Array;
  readonly headStore: HeadStore;
  readonly journal: Journal<Row>;
  /** Called with the number of rows that were inserted from the journal into a restored database. */
  readonly onRestored: (rows: number) => void;
  /** Returns all fields of a row for JSON, independent of the order in which a database returns the fields of an object. */
  listFields(row: WithoutLink<Row>): readonly unknown[];
  /** Returns the take-over if the row is one. */
  readTakeOver(row: Row): TakeOver | undefined;
  /** Called with each row that is not a take-over, the oldest first. */
  remember(row: Row): void;
};

/** The stores and the key of a record. */
export type RecordParts<Row extends ChainLink> = Pick<
  RowChainOptions<Row>,
  'table' | 'key' | 'headStore' | 'journal' | 'onRestored'
>;

export type RowChain<Row extends ChainLink> = {
  size(): number;
  /** Returns the newest take-over; undefined before the first, and while it is unknown. */
  lead(): TakeOver | undefined;
  /**
   * Resolves when the row is stored permanently. Rejects with a {@link LeadLostError}, and stores nothing, if another process
   * has appended to the table.
   */
  add(row: WithoutLink<Row>): Promise<Row>;
  /** Rejects with a {@link LeadLostError} if another process has appended to the table. */
  confirmLead(): Promise<void>;
  /** Reads and verifies the rows that another process has appended. */
  follow(): Promise<void>;
  /** Appends the row of a take-over after all others: no other process can append until it takes over in turn. */
  takeOver(by: Omit<TakeOver, 'epoch'>, buildRow: (takeOver: TakeOver) => WithoutLink<Row>): Promise<void>;
};

/** How many times one take-over is tried: each time, another process may append first. */
const TAKE_OVER_TRIES = 20;

/**
 * Reads the table and verifies it against its chain and the stored head. Inserts rows that a restored database lost, from
 * the journal, and stores the head. Later changes of rows that were read do not affect the answers. Throws a {@link
 * BrokenRecordError} if the table differs from what was written.
 */
export async function openRowChain<Row extends ChainLink>(options: RowChainOptions<Row>): Promise<RowChain<Row>> {
  const { noun, table, key, headStore, journal, onRestored, listFields, readTakeOver, remember } = options;
  const runSerially = createSerialRunner();
  let head = EMPTY_CHAIN_HEAD;
  let lead: TakeOver | undefined;
  /** The instance of this process if it has taken over; undefined if it has not. */
  let own: string | undefined;
  /** True if it is unknown whether the last row was committed because the connection broke. */
  let isUncertain = false;
  /** True if another process has appended rows, and its take-over was not read yet. */
  let isLost = false;
  let hasOnlyTakeOvers = true;

  const computeMac = (before: ChainLink, number: number, row: WithoutLink<Row>): Buffer => {
    const text = JSON.stringify([number, ...listFields(row)]);
    return createHmac('sha256', key).update(before.mac).update(text).digest();
  };

  const storedHead = await headStore.read();
  const acceptRow = (row: Row) => {
    const fits = row.number === head.number + 1 && equalBytes(computeMac(head, row.number, row), row.mac);
    if (!fits) throw new BrokenRecordError(`${noun} ${row.number} does not follow ${noun} ${head.number}`);
    if (storedHead?.number === row.number && !storedHead.mac.equals(row.mac))
      throw new BrokenRecordError(`${noun} ${row.number} is not the one that was written`);
    const takeOver = readTakeOver(row);
    if (takeOver) {
      lead = takeOver;
    } else {
      remember(row);
      hasOnlyTakeOvers = false;
    }
    head = row;
  };

  /** Stores rows in the signer's own folder. */
  async function saveLocally(rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    await journal.append(rows);
    await headStore.save(head);
  }

  /** Reads and verifies the rows above the head, and stores them in the signer's folder. */
  async function follow(): Promise<void> {
    for await (const rows of table.after(head.number)) {
      for (const row of rows) acceptRow(row);
      await saveLocally(rows);
    }
    isUncertain = false;
  }

  /** Inserts rows that a restored database lost. Throws if it has other rows at these numbers. */
  async function insertAll(rows: readonly Row[]): Promise<void> {
    for (const row of rows)
      if (!(await table.insert(row)) && !(await isInTable(row)))
        throw new BrokenRecordError(`${noun} ${row.number - 1} is not in the table`);
    if (rows.length > 0) onRestored(rows.length);
  }

  async function isInTable({ number, mac }: ChainLink): Promise<boolean> {
    for await (const [row] of table.after(number - 1)) return row?.number === number && row.mac.equals(mac);
    return false;
  }

  /** Inserts the rows after `newest`, from the journal. Throws if the database's rows are not the ones in the journal. */
  async function restore(newest: ChainLink): Promise<void> {
    const known = await journal.after(newest.number - 1);
    const same = newest.number === 0 || known[0]?.number !== newest.number || known[0].mac.equals(newest.mac);
    if (!same) throw new BrokenRecordError(`${noun} ${newest.number} is not the one that was written`);
    await insertAll(known.filter(({ number }) => number > newest.number && number <= head.number));
  }

  /**
   * Inserts the row after the head, and before it the rows that a restored database lost. Returns false if another process has
   * inserted a row there.
   */
  async function insertNext(linked: Row): Promise<boolean> {
    isUncertain = true;
    let isInserted = await table.insert(linked);
    if (!isInserted) {
      const newest = await table.newest();
      if (newest.number < head.number) {
        await restore(newest);
        isInserted = await table.insert(linked);
      }
    }
    isUncertain = false;
    return isInserted;
  }

  function link(row: WithoutLink<Row>): Row {
    const number = head.number + 1;
    return { ...row, number, mac: computeMac(head, number, row) } as Row;
  }

  function assertLead(): void {
    if (lead?.instance !== own) throw new LeadLostError(describeLead(lead));
  }

  for await (const rows of table.after(0)) {
    for (const row of rows) acceptRow(row);
    // The process ended before it wrote them to the journal, or another process has appended them.
    const more = storedHead ? rows.filter(({ number }) => number > storedHead.number) : [];
    if (more.length > 0) await journal.append(more);
  }
  const lost = storedHead && storedHead.number > head.number ? await journal.after(head.number) : [];
  for (const row of lost) acceptRow(row);
  assertEndsAt(noun, storedHead, head, hasOnlyTakeOvers);
  await insertAll(lost);
  await headStore.save(head);

  return {
    size: () => head.number,
    lead: () => (isLost ? undefined : lead),
    add: (row) =>
      runSerially(async () => {
        if (isUncertain) await follow();
        assertLead();
        const linked = link(row);
        if (!(await insertNext(linked))) {
          isUncertain = true;
          isLost = true;
          const former = own;
          own = undefined;
          await follow();
          isLost = lead?.instance === former;
          throw new LeadLostError(describeLead(lead));
        }
        acceptRow(linked);
        await saveLocally([linked]);
        return linked;
      }),
    confirmLead: () =>
      runSerially(async () => {
        if (isUncertain) await follow();
        assertLead();
        if ((await table.newest()).number > head.number) throw new LeadLostError(describeLead(lead));
      }),
    follow: () => runSerially(follow),
    takeOver: (by, buildRow) =>
      runSerially(async () => {
        for (let tries = 1; ; tries += 1) {
          await follow();
          const linked = link(buildRow({ ...by, epoch: (lead?.epoch ?? 0) + 1 }));
          if (await insertNext(linked)) {
            acceptRow(linked);
            await saveLocally([linked]);
            own = by.instance;
            isLost = false;
            return;
          }
          if (tries === TAKE_OVER_TRIES) throw new LeadLostError(describeLead(lead));
        }
      }),
  };
}

function describeLead(lead: TakeOver | undefined): string {
  return lead ? `signer ${lead.signer} has taken over (epoch ${lead.epoch})` : 'another signer has taken over';
}

/**
 * Throws if rows are lost, because the table ends before the stored head, or if there are rows but no head. Rows after the
 * head are accepted, since only a signer can compute their MACs: another signer wrote them, this process ended before it
 * saved the head, or its folder was restored from an earlier moment. A table with only take-overs needs no head: nothing was
 * signed yet.
 */
function assertEndsAt(
  noun: string,
  storedHead: ChainLink | undefined,
  { number, mac }: ChainLink,
  hasOnlyTakeOvers: boolean,
): void {
  if (storedHead && storedHead.number <= number) return;
  if (!storedHead && hasOnlyTakeOvers) return;
  const line = `${number} ${mac.toString('hex')}`;
  throw new BrokenRecordError(
    storedHead
      ? `${storedHead.number} ${noun}s were written, and the table has ${number}`
      : `there is no head of the record, and the table has ${number} ${noun}s: check them, and write this line into the head file: ${line}`,
  );
}

/** Returns the JSON value with each object as an array of its name and value pairs, sorted by name. */
export function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, sortFields(field)]);
}
