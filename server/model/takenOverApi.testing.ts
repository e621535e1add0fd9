import fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import type { Database } from '../platform/database/database.ts';
import { findLimitedColumns } from '../platform/database/tables/tables.ts';

const COLUMNS = findLimitedColumns('api', 'orders', 'w') ?? [];
const VALUES = [
  'null',
  "'authorizing'",
  "'voiding'",
  "'cancelled'",
  "'paid'",
  "'on_hold'",
  'true',
  'false',
  '0',
  '1',
  "'another'",
  'slipway_now()',
] as const;

/** A write of an attacker in control of the api into an order; most are refused. */
const write = fc.oneof(
  { weight: 4, arbitrary: fc.record({ column: fc.constantFrom(...COLUMNS), value: fc.constantFrom(...VALUES) }) },
  { weight: 1, arbitrary: fc.record({ column: fc.constant('status'), value: fc.constantFrom(...VALUES) }) },
);
/** The attacker's writes, in rounds: one round before each act. */
export const anyWrites = fc.array(fc.array(write, { maxLength: 3 }), { minLength: 1, maxLength: 8 });

/**
 * Returns `intrude`, which writes the next round of values into an order with the rights of the database, and the count of
 * accepted writes.
 */
export function createIntruder(
  database: Database,
  writes: readonly (readonly { readonly column: string; readonly value: string }[])[],
) {
  let round = 0;
  const counted = { taken: 0 };
  async function intrude(orderId: number): Promise<void> {
    for (const { column, value } of writes[round % writes.length] ?? []) {
      const written = database.run(sql`update orders set ${raw(`"${column}" = ${value}`)} where id = ${orderId}`);
      counted.taken += await written.catch(() => 0);
    }
    round += 1;
  }
  return { intrude, counted };
}
