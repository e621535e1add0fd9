import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import type { DutyPeriod } from './duty.ts';

/** All that was said of the time from a moment on, oldest first. */
export async function dutyFrom(database: Queryable, at: Date): Promise<DutyPeriod[]> {
  return database.many<DutyPeriod>(sql`
    select from_at as "from", to_at as "to", first, second from duty_periods where to_at > ${at} order by id`);
}

export async function insertDuty(transaction: Transaction, period: DutyPeriod, saidBy: string): Promise<void> {
  const { from, to, first, second } = period;
  await transaction.run(sql`
    insert into duty_periods (from_at, to_at, first, second, said_by, said_at)
    values (${from}, ${to}, ${first}, ${second}, ${saidBy}, slipway_now())`);
}
