import { type Database, isMissingTable, isPermissionDenied } from '../../platform/database/database.ts';
import { findMissingMigrations } from '../../platform/database/migrate.ts';
import { compareRights, readCurrentRole, readHeldRights } from '../../platform/database/roles/rightsStore.ts';
import type { RoleName } from '../../platform/database/roles/roleNames.ts';
import type { Log } from '../../platform/log/log.ts';

const POLL_MS = 500;
/** Maximum number of missing items in a message. */
const MAX_NAMED = 3;

/**
 * Waits until the schema is at this version and the connection's role has the rights of these processes, which `ROLE=migrate`
 * provides; logs what it waits for. Excess rights of the role are logged as a warning.
 */
export async function waitUntilPrepared(
  database: Database,
  roles: readonly RoleName[],
  { log, isSandbox }: { readonly log: Log; readonly isSandbox: boolean },
): Promise<void> {
  const role = await readCurrentRole(database);
  for (let lastReported = ''; ; await new Promise((resolve) => setTimeout(resolve, POLL_MS))) {
    const lacking = await findMissingPreparation(database, role, roles);
    if (lacking === undefined) break;
    if (lacking !== lastReported)
      log.info({ role, lacking }, 'waiting for ROLE=migrate to bring the database up to date');
    lastReported = lacking;
  }
  const { beyond } = compareRights(await readHeldRights(database, role), roles);
  // In the sandbox one role may have all rights.
  if (beyond.length > 0 && !isSandbox)
    log.warn({ role, beyond: joinFirst(beyond) }, 'this database role has more rights than its process needs');
}

async function findMissingPreparation(
  database: Database,
  role: string,
  roles: readonly RoleName[],
): Promise<string | undefined> {
  try {
    const migrations = await findMissingMigrations(database.pool);
    if (migrations.size > 0) return `migration ${joinFirst([...migrations.values()])}`;
  } catch (error) {
    if (isMissingTable(error)) return 'every table';
    if (!isPermissionDenied(error)) throw error;
  }
  const { missing } = compareRights(await readHeldRights(database, role), roles);
  return missing.length > 0 ? joinFirst(missing) : undefined;
}

function joinFirst(lines: readonly string[]): string {
  const more = lines.length - MAX_NAMED;
  return lines.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
