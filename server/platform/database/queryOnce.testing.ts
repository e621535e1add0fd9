import pg from 'pg';

/** Runs SQL over a separate connection and returns the rows of a single statement. */
export async function queryOnce(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as unknown[];
  } finally {
    await client.end();
  }
}
