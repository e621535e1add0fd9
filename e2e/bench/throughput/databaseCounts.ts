import type pg from 'pg';

/** Returns the transactions committed and the WAL bytes written since the server's statistics began. */
export async function readCommitCounts(
  client: pg.Client,
): Promise<{ readonly commits: number; readonly writtenBytes: number }> {
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ commits: string; bytes: string }>(`
    select xact_commit as commits, pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes
    from pg_stat_database where datname = current_database()`);
  const [row] = rows;
  if (!row) throw new Error('the database tells nothing of itself');
  return { commits: Number(row.commits), writtenBytes: Number(row.bytes) };
}
