import type pg from 'pg';

export type CommitCounts = {
  /** Committed transactions of this database, including read-only ones. */
  readonly commits: number;
  /** Transactions that wrote, in all databases of the server: each waits for the disk, and for a synchronous standby. */
  readonly writes: number;
  /** Bytes of the write-ahead log. */
  readonly writtenBytes: number;
};

/** Returns cumulative counts. Only the difference between two calls has a meaning. */
export async function readCommitCounts(client: pg.Client): Promise<CommitCounts> {
  await client.query('select pg_stat_clear_snapshot()');
  const { rows } = await client.query<{ commits: string; writes: string; bytes: string }>(`
    select xact_commit as commits, pg_snapshot_xmax(pg_current_snapshot()) as writes, pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes
    from pg_stat_database where datname = current_database()`);
  const [row] = rows;
  if (!row) throw new Error('the database has no statistics of itself');
  return { commits: Number(row.commits), writes: Number(row.writes), writtenBytes: Number(row.bytes) };
}
