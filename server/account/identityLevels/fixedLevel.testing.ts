import sql from 'sql-template-tag';
import type { Database } from '../../platform/database/database.ts';
import { insertFixedLevel } from './fixedLevelStore.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Sets the buyer's level for a day, like the action `set-level`. */
export async function fixLevel(database: Database, buyerId: string, level: 1 | 2): Promise<void> {
  const { requestId } = await database.one<{ requestId: number }>(sql`
    insert into operator_requests (action, subject, input, who, why, status, created_at)
    values ('set-level', ${buyerId}, '{}', 'anna', 'a test', 'done', slipway_now()) returning id as "requestId"`);
  const endsAt = new Date((await database.now()).getTime() + DAY_MS);
  await database.transaction((transaction) => insertFixedLevel(transaction, buyerId, { level, endsAt, requestId }));
}

/** Makes the set level end now. The worker, which would delete it, does not run in these tests. */
export async function endFixedLevel(database: Database, buyerId: string): Promise<void> {
  await database.run(sql`
    update fixed_levels set set_at = slipway_now() - interval '2 days', ends_at = slipway_now() where buyer_id = ${buyerId}`);
}
