import { type Amount, createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { BalanceLine, BalanceLineKind } from '../../providers/card/balanceLine.ts';

/** `posted` by this module; `recognised`: an order has posted it; `aside`: a person must classify it. */
export type LineStatus = 'new' | 'posted' | 'recognised' | 'aside';

/** A line of the operator's account at the acquirer, and its status. */
export type StoredLine = {
  readonly acquirer: string;
  readonly id: string;
  readonly kind: BalanceLineKind;
  readonly vendorType: string;
  readonly amount: Amount;
  readonly fee: Amount;
  readonly subject: string;
  readonly bookedAt: Date;
  /** For a payout only: the day on which the bank is expected to credit it, and the text that the bank statement may contain. */
  readonly arrivesOn: string | null;
  readonly descriptor: string;
  readonly status: LineStatus;
  /** Id of the bank booking that credited this payout; null until then. */
  readonly arrivedIn: string | null;
};

type LineRow = Omit<StoredLine, 'amount' | 'fee'> & {
  readonly currency: string;
  readonly units: bigint;
  readonly feeUnits: bigint;
};

const COLUMNS = sql`acquirer, id, kind, vendor_type, currency, units, fee_units, subject, booked_at,
  to_char(arrives_on, 'YYYY-MM-DD') as arrives_on, descriptor, status, arrived_in`;

function toStoredLine({ currency, units, feeUnits, ...plain }: LineRow): StoredLine {
  const asset = fiatAsset(currency);
  return { ...plain, amount: createAmount(asset, units), fee: createAmount(asset, feeUnits) };
}

async function selectLines(database: Queryable, condition: Sql): Promise<StoredLine[]> {
  const rows = await database.many<LineRow>(sql`select ${COLUMNS} from acquirer_lines where ${condition}`);
  return rows.map(toStoredLine);
}

/** Stores lines that are not stored yet. */
export async function insertLines(database: Queryable, acquirer: string, lines: readonly BalanceLine[]): Promise<void> {
  for (const line of lines) {
    await database.run(sql`
      insert into acquirer_lines (acquirer, id, kind, vendor_type, currency, units, fee_units, subject, booked_at, arrives_on,
        descriptor, created_at)
      values (${acquirer}, ${line.lineId}, ${line.kind}, ${line.vendorType}, ${line.amount.asset.code},
        ${line.amount.units.toString()}::numeric, ${line.fee.units.toString()}::numeric, ${line.subjectId},
        ${line.bookedAt}, ${line.payout?.arrivesOn ?? null}, ${line.payout?.descriptor ?? ''}, slipway_now())
      on conflict (acquirer, id) do nothing`);
  }
}

/** Returns unprocessed lines, oldest first. */
export async function findNewLines(database: Queryable): Promise<StoredLine[]> {
  return selectLines(database, sql`status = 'new' order by booked_at, id limit 1000`);
}

/** Locks a line with this status; undefined if another worker has locked it, or its status has changed. */
export async function lockLine(
  transaction: Transaction,
  { acquirer, id }: Pick<StoredLine, 'acquirer' | 'id'>,
  status: LineStatus,
): Promise<StoredLine | undefined> {
  const [line] = await selectLines(
    transaction,
    sql`acquirer = ${acquirer} and id = ${id} and status = ${status} for update skip locked`,
  );
  return line;
}

/** Locks and returns every line about a payment, a refund or a dispute, oldest first. */
export async function lockSubjectLines(
  transaction: Transaction,
  { acquirer, subject }: Pick<StoredLine, 'acquirer' | 'subject'>,
): Promise<StoredLine[]> {
  return selectLines(
    transaction,
    sql`acquirer = ${acquirer} and subject = ${subject} order by booked_at, id for update`,
  );
}

export async function settleLine(
  transaction: Transaction,
  { acquirer, id }: Pick<StoredLine, 'acquirer' | 'id'>,
  status: LineStatus,
): Promise<void> {
  await transaction.run(sql`
    update acquirer_lines set status = ${status}, handled_at = slipway_now() where acquirer = ${acquirer} and id = ${id}`);
}

/** Returns the line with this id, of any acquirer. */
export async function findLine(database: Queryable, id: string): Promise<StoredLine | undefined> {
  const [line] = await selectLines(database, sql`id = ${id} limit 1`);
  return line;
}

/** Returns payouts that the bank has not credited and that have not failed, oldest first. */
export async function findPayoutsInTransit(database: Queryable): Promise<StoredLine[]> {
  return selectLines(
    database,
    sql`kind = 'payout' and status = 'posted' and arrived_in is null and not exists (
      select 1 from acquirer_lines failed where failed.acquirer = acquirer_lines.acquirer
        and failed.subject = acquirer_lines.subject and failed.kind = 'payout_failed')
      order by booked_at, id`,
  );
}

/**
 * Stores the bank's booking of a payout. Returns false if the payout already has one or is not posted. Throws a unique violation
 * if the booking is another payout's.
 */
export async function markPayoutArrived(
  transaction: Transaction,
  { acquirer, id }: Pick<StoredLine, 'acquirer' | 'id'>,
  entryId: string,
): Promise<boolean> {
  const changed = await transaction.run(sql`
    update acquirer_lines set arrived_in = ${entryId}
    where acquirer = ${acquirer} and id = ${id} and kind = 'payout' and status = 'posted' and arrived_in is null`);
  return changed > 0;
}
