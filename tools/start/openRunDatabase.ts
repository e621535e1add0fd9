import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findDatabaseFault } from '../../server/platform/database/findDatabaseFault.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { type RoleName, roleNames } from '../../server/platform/database/roles/roleNames.ts';
import { startEmbeddedPostgres } from '../postgres/embeddedPostgres.ts';
import type { ProcessIdentity } from '../process/processIdentity.ts';
import { formatErrorLine, OperatorError } from './operatorError.ts';
import { roleUrl } from './roleUrl.ts';
import type { StartSettings } from './startSettings.ts';

export type RunDatabase = {
  /** With the table owner's role. */
  readonly url: string;
  /** With the role of one process. Undefined for the operator's own database, whose roles the operator manages. */
  readonly getUrl?: (role: RoleName) => string;
  /** Process and log of the embedded server; an operator's own database is not monitored. */
  readonly server?: { readonly identity: ProcessIdentity; readonly logFile: string };
  stop(): Promise<void>;
};

/**
 * Returns the operator's database if `DATABASE_URL` is set; otherwise starts and returns the embedded one. Throws an
 * {@link OperatorError} if it cannot be used.
 */
export async function openRunDatabase({ databaseUrl, dataDir }: StartSettings): Promise<RunDatabase> {
  if (databaseUrl !== undefined) {
    const fault = await findDatabaseFault(databaseUrl);
    if (fault) throw new OperatorError(`DATABASE_URL: ${fault}.`);
    return { url: databaseUrl, stop: () => Promise.resolve() };
  }
  const logFile = join(dataDir, 'logs', 'database.log');
  mkdirSync(join(dataDir, 'logs'), { recursive: true });
  try {
    const database = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), logFile });
    const { url, identity } = database;
    return { url, getUrl: (role) => roleUrl(url, role), server: { identity, logFile }, stop: () => database.stop() };
  } catch (error) {
    throw new OperatorError(formatErrorLine(error), { cause: error });
  }
}

/** Enables the logins of the process roles that ROLE=migrate has created; does nothing in the operator's own database. */
export async function enableRoleLogins({ url, getUrl }: RunDatabase): Promise<void> {
  if (!getUrl) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const role of roleNames) {
      const { username, password } = new URL(getUrl(role));
      await client.query(`alter role ${pg.escapeIdentifier(username)} login password ${pg.escapeLiteral(password)}`);
    }
  } finally {
    await client.end();
  }
}

/** Migrates the schema, as the server does, while other parts start. Throws an {@link OperatorError} if that fails. */
export async function prepareDatabase({ url }: RunDatabase): Promise<void> {
  try {
    await migrate(url);
  } catch (error) {
    throw new OperatorError(formatErrorLine(error), { cause: error });
  }
}
