import pg from 'pg';

/** Queries Slipway's database with read-only sessions. */
export type ReadOnlyDatabase = {
  rows<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

export function createReadOnlyDatabase(databaseUrl: string): ReadOnlyDatabase {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    options: '-c default_transaction_read_only=on',
  });
  // The pool replaces an idle connection that breaks. An unhandled error event would end the process.
  pool.on('error', () => undefined);
  return {
    rows: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(text, [...values])).rows,
    close: () => pool.end(),
  };
}
