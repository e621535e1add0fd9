import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { DutyPeriod } from './duty.ts';

/** Returns the assignments that end after a moment, oldest first. */
export async function listDutyPeriodsFrom(database: Queryable, at: Date): Promise<DutyPeriod[]> {
  return database.many<DutyPeriod>(sql`
    select from_at as "from", to_at as "to", first, second from on_call_periods where to_at > ${at} order by id`);
}

export async function insertDutyPeriod(
  transaction: Transaction,
  period: DutyPeriod,
  recordedBy: string,
): Promise<void> {
  const { from, to, first, second } = period;
  await transaction.run(sql`
    insert into on_call_periods (from_at, to_at, first, second, entered_by, entered_at)
    values (${from}, ${to}, ${first}, ${second}, ${recordedBy}, slipway_now())`);
}
