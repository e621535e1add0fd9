import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { EnvironmentError } from '../../platform/config/environment.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { findEngineFault } from '../../platform/database/findEngineFault.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { applyGrants, type GrantOptions } from '../../platform/database/roles/applyGrants.ts';
import { openJobs } from '../../platform/jobs/bossQueue.ts';
import type { Log } from '../../platform/log/log.ts';
import { payoutJobs } from '../../purchase/delivery/payoutJobs.ts';

export type PrepareDatabaseOptions = GrantOptions & {
  /** Folders with the operator's seeds. */
  readonly seeds: readonly string[];
  readonly log: Log;
};

/**
 * Updates schema, job queue, seeds and role rights, as the role that owns the tables, one process at a time. Idempotent.
 * Returns the missing roles. Throws an {@link EnvironmentError} if the engine is unsuitable.
 */
export async function prepareDatabase(
  databaseUrl: string,
  { seeds, log, ...grants }: PrepareDatabaseOptions,
): Promise<string[]> {
  const fault = await findEngineFault(databaseUrl);
  if (fault) throw new EnvironmentError(`DATABASE_URL leads to a database on which Slipway cannot run: ${fault}`);
  let absent: string[] = [];
  await migrate(databaseUrl, {
    async afterwards(client) {
      await (await openJobs(databaseUrl, log, { supervises: false, restricted: payoutJobs })).stop();
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
