import pg from 'pg';
import { vi } from 'vitest';

/**
 * Records the statements that this process sends from now on, as texts: all except the periodic writes of earlier refusals.
 * `vi.restoreAllMocks()` ends it.
 */
export function recordSqlStatements(): () => readonly string[] {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  return () =>
    query.mock.calls
      .map(([statement]) => JSON.stringify(statement))
      .filter((text) => !text.includes('insert into access_log'));
}
