import { openDatabase } from '../platform/database/database.ts';
import { createLog } from '../platform/log/log.ts';
import { reviewRows } from '../signer/rows/reviewRows.ts';
import { readSignerEnvironment } from '../signer/signerEnvironment.ts';
import { buildConfigurationContext } from './signer/signerConfiguration.ts';

/**
 * Runs `ROLE=review-configuration` with the signer's environment on its machine: shows the configuration rows that the signer
 * does not accept, and a digest of them. Accepts them if the argument is that digest.
 */
export async function runReviewConfiguration(source: NodeJS.ProcessEnv): Promise<void> {
  const environment = readSignerEnvironment(source);
  const database = openDatabase(environment.DATABASE_URL, { maxConnections: 1 });
  try {
    const context = await buildConfigurationContext(environment, database, createLog(environment.LOG_LEVEL));
    const [digest] = process.argv.slice(2);
    process.stdout.write(`${(await reviewRows(context, digest)).join('\n')}\n`);
  } finally {
    await database.close();
  }
}
