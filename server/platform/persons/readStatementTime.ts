import type { Database } from '../database/database.ts';

/**
 * Returns the time by which statements are dated and judged: the machine's, since a database writer could set its clock back
 * to revive an expired statement. The sandbox moves the database's clock and uses it, as does a caller without `isSandbox`.
 */
export async function readStatementTime({
  database,
  isSandbox = true,
}: {
  readonly database: Pick<Database, 'now'>;
  readonly isSandbox?: boolean | undefined;
}): Promise<Date> {
  return isSandbox ? database.now() : new Date();
}
