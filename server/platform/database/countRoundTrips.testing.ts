import type pg from 'pg';
import type { Database } from './database.ts';

type AnyQuery = (...args: unknown[]) => Promise<pg.QueryResult>;

/** Counts round trips to a database: a statement sent while another is in progress on its connection is not counted. */
export function countRoundTrips({ pool }: Pick<Database, 'pool'>): { take(): number } {
  const counted = new WeakSet<pg.PoolClient>();
  let waits = 0;
  pool.on('acquire', (client) => {
    if (counted.has(client)) return;
    counted.add(client);
    const query = client.query.bind(client) as unknown as AnyQuery;
    let underWay = 0;
    client.query = (async (...args: unknown[]) => {
      if (underWay === 0) waits += 1;
      underWay += 1;
      try {
        return await query(...args);
      } finally {
        underWay -= 1;
      }
    }) as AnyQuery;
  });
  return {
    take() {
      const taken = waits;
      waits = 0;
      return taken;
    },
  };
}
