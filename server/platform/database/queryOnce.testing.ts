import pg from 'pg';

/** The rows of one statement, over a connection that is opened for it alone. */
export async function queryOnce(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows as unknown[];
  } finally {
    await client.end();
  }
}
