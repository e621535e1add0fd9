import pg from 'pg';

/** Why the database cannot be used, in one line without the password; undefined when it answers. */
export async function databaseFault(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // The call that waits on a broken connection rejects by itself; an unheard error event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return undefined;
  } catch (error) {
    const { hostname, port, pathname } = new URL(url);
    return `no usable database '${pathname.slice(1)}' at ${hostname || 'localhost'}:${port || '5432'} (${reasonOf(error)})`;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A host with several addresses fails with an error for each, under a message that says nothing. */
function reasonOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const text = first instanceof Error ? first.message : String(first);
  return text.split('\n')[0] ?? text;
}
