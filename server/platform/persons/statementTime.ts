import type { Database } from '../database/database.ts';

/**
 * By which statements are dated and judged: the machine's time, since whoever writes the database could turn its clock
 * back to what is over. The sandbox moves the database's clock, and goes by it.
 */
export async function statementTime({
  database,
  isSandbox = true,
}: {
  readonly database: Pick<Database, 'now'>;
  readonly isSandbox?: boolean | undefined;
}): Promise<Date> {
  return isSandbox ? database.now() : new Date();
}
