import pg from 'pg';

/** Looks into Slipway's database; the sessions refuse to write. */
export type BooksQuery = {
  rows<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  close(): Promise<void>;
};

export function createBooksQuery(databaseUrl: string): BooksQuery {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    options: '-c default_transaction_read_only=on',
  });
  // An idle connection that breaks is replaced by the pool.
  pool.on('error', () => undefined);
  return {
    rows: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<Row>(text, [...values])).rows,
    close: () => pool.end(),
  };
}
