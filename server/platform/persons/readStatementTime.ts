import type { Database } from '../database/database.ts';

/**
 * Returns the time by which statements are dated and judged: the machine's, since a database writer could set its clock back
 * to revive an expired statement. The sandbox moves the database's clock and uses it.
 */
export async function readStatementTime({
  database,
  isSandbox,
}: {
  readonly database: Pick<Database, 'now'>;
  readonly isSandbox: boolean;
}): Promise<Date> {
  return isSandbox ? database.now() : new Date();
}
