import { RateLimiterPostgres, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible';
import sql from 'sql-template-tag';
import type { Database, Queryable } from '../database/database.ts';
import type { Log } from '../log/log.ts';
import type { Budget } from './rateLimits.ts';

/** Longer than a database that works takes, and short for a buyer. */
const TIMEOUT_MS = 300;
const TOLD_EVERY_MS = 60_000;

/** Counts that all processes have in common. */
export type SharedCounts = {
  /**
   * Gives a budget's counter: it counts one of a client, and answers for how many milliseconds the client's is spent. Zero: it
   * is not, or the database has not said so in time, and then what this process has counted holds alone.
   */
  counterOf(name: string, budget: Budget): (client: string) => Promise<number>;
};

export function openSharedCounts(
  database: Pick<Database, 'executeSql'>,
  log: Log,
  { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
): SharedCounts {
  // The library names its statements; ours get their names, or none behind a pooler, where all others do.
  const storeClient = {
    query: ({ text, values }: { text: string; values: unknown[] }) => database.executeSql(text, values),
  };
  const storage = { storeClient, storeType: 'pool', tableName: 'rate_limits', tableCreated: true };
  let toldAt = -Infinity;

  function tell(error: unknown): number {
    if (performance.now() - toldAt < TOLD_EVERY_MS) return 0;
    toldAt = performance.now();
    log.warn({ error }, 'limits are not shared at the moment: each process counts alone');
    return 0;
  }

  return {
    counterOf(name, { points, seconds }) {
      const limiter = new RLWrapperTimeouts({
        limiter: new RateLimiterPostgres({
          ...storage,
          keyPrefix: name,
          points,
          duration: seconds,
          // A worker sweeps: an api process may not delete here.
          clearExpiredByTimeout: false,
        }),
        timeoutMs,
      });
      return async (client) => {
        try {
          await limiter.consume(client);
          return 0;
        } catch (rejection) {
          return rejection instanceof RateLimiterRes ? rejection.msBeforeNext : tell(rejection);
        }
      };
    },
  };
}

/** Windows that have ended. */
export async function sweepRateLimits(database: Queryable): Promise<void> {
  await database.run(sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`);
}
