import { type Database, isMissingTable, isPermissionDenied } from '../platform/database/database.ts';
import { missingMigrations } from '../platform/database/migrate.ts';
import { compareRights, heldRights, presentRole } from '../platform/database/roles/rightsStore.ts';
import type { RoleName } from '../platform/database/roles/roleNames.ts';
import type { Log } from '../platform/log/log.ts';

const LOOK_EVERY_MS = 500;
/** Of what is missing, as much as a person reads. */
const NAMED = 3;

/**
 * Waits until the schema is at this version and the connection's role has the rights of these processes, which `ROLE=migrate`
 * sees to; says what it waits for. A role that may more than it needs is told of.
 */
export async function untilPrepared(
  database: Database,
  roles: readonly RoleName[],
  { log, isSandbox }: { readonly log: Log; readonly isSandbox: boolean },
): Promise<void> {
  const role = await presentRole(database);
  for (let told = ''; ; await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))) {
    const lacking = await lacks(database, role, roles);
    if (lacking === undefined) break;
    if (lacking !== told) log.info({ role, lacking }, 'waiting for ROLE=migrate to bring the database up to date');
    told = lacking;
  }
  const { beyond } = compareRights(await heldRights(database, role), roles);
  // In the sandbox one role may be everything's.
  if (beyond.length > 0 && !isSandbox)
    log.warn({ role, beyond: some(beyond) }, 'this role of the database may more than its process needs');
}

async function lacks(database: Database, role: string, roles: readonly RoleName[]): Promise<string | undefined> {
  try {
    const migrations = await missingMigrations(database.pool);
    if (migrations.size > 0) return `migration ${some([...migrations.values()])}`;
  } catch (error) {
    if (isMissingTable(error)) return 'every table';
    if (!isPermissionDenied(error)) throw error;
  }
  const { missing } = compareRights(await heldRights(database, role), roles);
  return missing.length > 0 ? some(missing) : undefined;
}

function some(lines: readonly string[]): string {
  const more = lines.length - NAMED;
  return lines.slice(0, NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
