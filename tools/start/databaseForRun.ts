import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { databaseFault } from '../../server/platform/database/databaseFault.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../postgres/embeddedPostgres.ts';
import type { ProcessIdentity } from '../process/processIdentity.ts';
import { OperatorError, oneLine } from './operatorError.ts';
import type { StartSettings } from './startSettings.ts';

export type RunDatabase = {
  readonly url: string;
  /** The embedded server's process and log; an operator's own database is not watched. */
  readonly server?: { readonly identity: ProcessIdentity; readonly logFile: string };
  stop(): Promise<void>;
};

/** The operator's database when `DATABASE_URL` names one, else the embedded one. Throws an {@link OperatorError}. */
export async function databaseForRun({ databaseUrl, dataDir }: StartSettings): Promise<RunDatabase> {
  if (databaseUrl !== undefined) {
    const fault = await databaseFault(databaseUrl);
    if (fault) throw new OperatorError(`DATABASE_URL: ${fault}.`);
    return { url: databaseUrl, stop: () => Promise.resolve() };
  }
  const logFile = join(dataDir, 'logs', 'database.log');
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  try {
    const database = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), logFile });
    return { url: database.url, server: { identity: database.identity, logFile }, stop: () => database.stop() };
  } catch (error) {
    throw new OperatorError(oneLine(error), { cause: error });
  }
}

/** Brings its schema up to date, as the server does, while other parts start. Throws an {@link OperatorError}. */
export async function prepareDatabase({ url }: RunDatabase): Promise<void> {
  try {
    await migrate(url);
  } catch (error) {
    throw new OperatorError(oneLine(error), { cause: error });
  }
}
