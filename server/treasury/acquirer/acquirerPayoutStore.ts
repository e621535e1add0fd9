import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { PayoutState } from '../../providers/card/balanceLine.ts';

/** Pause between two reads of a payout whose lines are recorded and whose status may still change. */
const READ_AGAIN = '15 minutes';
const PER_ROUND = 20;

/**
 * Returns the ids of payouts to read, the least recently read first. These were never read or lack their lines; or, after a
 * pause, are not paid yet or have failed after they were reported as paid.
 */
export async function findPayoutsToRead(database: Queryable, acquirer: string): Promise<readonly string[]> {
  const rows = await database.many<{ id: string }>(sql`
    select l.subject as id from acquirer_lines l
      left join acquirer_payouts p on p.acquirer = l.acquirer and p.id = l.subject
    where l.acquirer = ${acquirer} and l.kind = 'payout' and l.subject <> '' and (p.id is null
      or p.itemization = 'pending' or p.itemization = 'complete' and p.itemized_at is null
      or p.read_at < slipway_now() - ${READ_AGAIN}::interval and (p.status in ('pending', 'in_transit')
        or p.status = 'paid' and exists (
          select 1 from acquirer_lines failed where failed.acquirer = l.acquirer and failed.subject = l.subject
            and failed.kind = 'payout_failed')))
    order by p.read_at nulls first, l.booked_at, l.id limit ${PER_ROUND}`);
  return rows.map(({ id }) => id);
}

export async function saveAcquirerPayout(
  database: Queryable,
  acquirer: string,
  { payoutId, status, arrivesOn, itemization }: PayoutState,
): Promise<void> {
  await database.run(sql`
    insert into acquirer_payouts (acquirer, id, status, arrives_on, itemization, read_at)
    values (${acquirer}, ${payoutId}, ${status}, ${arrivesOn}, ${itemization}, slipway_now())
    on conflict (acquirer, id) do update set status = excluded.status, arrives_on = excluded.arrives_on,
      itemization = case when acquirer_payouts.itemized_at is null then excluded.itemization
        else acquirer_payouts.itemization end, read_at = excluded.read_at`);
}

export async function isItemized(database: Queryable, acquirer: string, payoutId: string): Promise<boolean> {
  const row = await database.maybeOne(sql`
    select 1 from acquirer_payouts where acquirer = ${acquirer} and id = ${payoutId} and itemized_at is not null`);
  return row !== undefined;
}

/** Returns which of the lines are stored in acquirer_lines. */
export async function findRecordedLineIds(
  database: Queryable,
  acquirer: string,
  lineIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.many<{ id: string }>(sql`
    select id from acquirer_lines where acquirer = ${acquirer} and id = any(${lineIds})`);
  return new Set(rows.map(({ id }) => id));
}

type Itemization = {
  readonly acquirer: string;
  readonly payoutId: string;
  readonly lineIds: readonly string[];
  readonly earlierLines: number;
  /** In minor units of the payout's currency. */
  readonly earlierUnits: bigint;
};

/** Records which lines a payout pays out, and that it is itemized. Returns how many lines were marked: none of another payout. */
export async function saveItemization(transaction: Transaction, itemization: Itemization): Promise<number> {
  const { acquirer, payoutId, lineIds, earlierLines, earlierUnits } = itemization;
  const marked = await transaction.run(sql`
    update acquirer_lines set payout = ${payoutId}
    where acquirer = ${acquirer} and id = any(${lineIds}) and coalesce(payout, ${payoutId}) = ${payoutId}`);
  await transaction.run(sql`
    update acquirer_payouts set itemized_at = slipway_now(), earlier_lines = ${earlierLines},
      earlier_units = ${earlierUnits.toString()}::numeric
    where acquirer = ${acquirer} and id = ${payoutId}`);
  return marked;
}
