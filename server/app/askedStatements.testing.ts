import pg from 'pg';
import { vi } from 'vitest';

/**
 * What this process asks the database from now on, as texts: all but what it writes down each second of calls that were refused
 * before. `vi.restoreAllMocks()` ends it.
 */
export function watchStatements(): () => readonly string[] {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  return () =>
    query.mock.calls.map(([asked]) => JSON.stringify(asked)).filter((text) => !text.includes('insert into access_log'));
}
