import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { databaseFault } from '../../server/platform/database/databaseFault.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { type RoleName, roleNames } from '../../server/platform/database/roles/roleNames.ts';
import { startEmbeddedPostgres } from '../postgres/embeddedPostgres.ts';
import type { ProcessIdentity } from '../process/processIdentity.ts';
import { OperatorError, oneLine } from './operatorError.ts';
import { roleUrl } from './roleUrl.ts';
import type { StartSettings } from './startSettings.ts';

export type RunDatabase = {
  /** With the role that owns the tables. */
  readonly url: string;
  /** With the role of one process. Undefined in the operator's own database, whose server has roles of the operator's. */
  readonly urlOf?: (role: RoleName) => string;
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
    const { url, identity } = database;
    return { url, urlOf: (role) => roleUrl(url, role), server: { identity, logFile }, stop: () => database.stop() };
  } catch (error) {
    throw new OperatorError(oneLine(error), { cause: error });
  }
}

/** Lets the roles of the processes log in, which ROLE=migrate has made. */
export async function openLogins({ url, urlOf }: RunDatabase): Promise<void> {
  if (!urlOf) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const role of roleNames) {
      const { username, password } = new URL(urlOf(role));
      await client.query(`alter role ${pg.escapeIdentifier(username)} login password ${pg.escapeLiteral(password)}`);
    }
  } finally {
    await client.end();
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
