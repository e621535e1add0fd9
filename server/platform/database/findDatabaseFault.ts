import pg from 'pg';

/** Returns why the database cannot be used, in one line without the password; undefined if it answers. */
export async function findDatabaseFault(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // The pending call on a broken connection rejects; an unhandled error event would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return undefined;
  } catch (error) {
    const { hostname, port, pathname } = new URL(url);
    return `no usable database '${pathname.slice(1)}' at ${hostname || 'localhost'}:${port || '5432'} (${findFirstReason(error)})`;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Returns the first reason: a host with several addresses fails with an AggregateError whose message is empty. */
function findFirstReason(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const text = first instanceof Error ? first.message : String(first);
  return text.split('\n')[0] ?? text;
}
