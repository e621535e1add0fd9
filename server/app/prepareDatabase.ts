import { seedConfiguration } from '../configuration/changeConfiguration.ts';
import { EnvironmentError } from '../platform/config/environment.ts';
import { openDatabase } from '../platform/database/database.ts';
import { engineFault } from '../platform/database/engine.ts';
import { migrate } from '../platform/database/migrate.ts';
import { applyGrants, type GrantOptions } from '../platform/database/roles/applyGrants.ts';
import { openJobs } from '../platform/jobs/bossQueue.ts';
import type { Log } from '../platform/log/log.ts';

export type Preparation = GrantOptions & {
  /** Folders of the operator's own first values. */
  readonly seeds: readonly string[];
  readonly log: Log;
};

/**
 * As the role that owns the tables: brings the schema, the queue of jobs, the first values and the rights of the roles up to
 * date, one process at a time. Again, nothing changes. Answers the roles that there are not. Throws an {@link EnvironmentError}
 * where the engine is none that keeps the books.
 */
export async function prepareDatabase(databaseUrl: string, { seeds, log, ...grants }: Preparation): Promise<string[]> {
  const fault = await engineFault(databaseUrl);
  if (fault) throw new EnvironmentError(`DATABASE_URL leads to an engine that cannot carry Slipway: ${fault}`);
  let absent: string[] = [];
  await migrate(databaseUrl, {
    async afterwards(client) {
      await (await openJobs(databaseUrl, log, { supervises: false })).stop();
      const database = openDatabase(databaseUrl, { maxConnections: 1 });
      try {
        await seedConfiguration(database, seeds);
      } finally {
        await database.close();
      }
      absent = await applyGrants(client, grants);
    },
  });
  return absent;
}
