import { RateLimiterPostgres, RateLimiterRes, RLWrapperTimeouts } from 'rate-limiter-flexible';
import sql from 'sql-template-tag';
import type { Database, Queryable } from '../../database/database.ts';
import type { Log } from '../../log/log.ts';
import type { Budget } from './rateLimits.ts';

/** Longer than a healthy database takes, and acceptable for a buyer. */
const TIMEOUT_MS = 300;
const WARN_INTERVAL_MS = 60_000;

/** Counts shared by all processes. */
export type SharedCounts = {
  /**
   * Returns a budget's counter: it counts one call of a client and returns for how many milliseconds the client's budget is
   * exhausted. Zero: it is not, or the database did not answer in time, and only this process's count applies.
   */
  createCounter(name: string, budget: Budget): (client: string) => Promise<number>;
};

export function openSharedCounts(
  database: Pick<Database, 'executeSql'>,
  log: Log,
  { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
): SharedCounts {
  // The library names its statements; they get the product's names instead, or none behind a pooler.
  const storeClient = {
    query: ({ text, values }: { text: string; values: unknown[] }) => database.executeSql(text, values),
  };
  const storage = { storeClient, storeType: 'pool', tableName: 'rate_limits', tableCreated: true };
  let reportedAt = -Infinity;

  function reportError(error: unknown): number {
    if (performance.now() - reportedAt < WARN_INTERVAL_MS) return 0;
    reportedAt = performance.now();
    log.warn({ error }, 'limits are not shared at the moment: each process counts alone');
    return 0;
  }

  return {
    createCounter(name, { points, seconds }) {
      const limiter = new RLWrapperTimeouts({
        limiter: new RateLimiterPostgres({
          ...storage,
          keyPrefix: name,
          points,
          duration: seconds,
          // The worker sweeps: an api process may not delete here.
          clearExpiredByTimeout: false,
        }),
        timeoutMs,
      });
      return async (client) => {
        try {
          await limiter.consume(client);
          return 0;
        } catch (rejection) {
          return rejection instanceof RateLimiterRes ? rejection.msBeforeNext : reportError(rejection);
        }
      };
    },
  };
}

/** Deletes windows that have ended. */
export async function sweepRateLimits(database: Queryable): Promise<void> {
  await database.run(sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`);
}
