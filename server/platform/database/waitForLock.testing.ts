import sql from 'sql-template-tag';
import { expect } from 'vitest';
import type { Database } from './database.ts';

/** Waits until a session of this database waits for a lock that another one holds. */
export async function waitForLock(database: Database): Promise<void> {
  await expect
    .poll(async () => {
      const { waits } = await database.one<{ waits: boolean }>(sql`
        select exists (
          select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()
        ) as waits`);
      return waits;
    })
    .toBe(true);
}
