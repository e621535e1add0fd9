import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Role } from '@slipway/contract/entities/roles.ts';
import type { OperatorRequest } from '../../action/requests/requestStore.ts';
import { formatRoles } from '../../action/roles.ts';
import { exportBuyerCommand } from '../../operator/commandLine/exportBuyerCommand.ts';
import type { DataAccess } from './buyersStore.ts';

type Buyer = ConsoleCallData<'buyer'>;

/** Labels of masked fields in the history. */
const FIELDS: Readonly<Record<string, string>> = { mail: 'email', birthDate: 'birth date' };

/**
 * Returns the requests that do not await approval, and views of personal data, newest first. The page lists the
 * requests that await approval separately.
 */
export function buildBuyerHistory(
  requests: readonly OperatorRequest[],
  dataAccesses: readonly DataAccess[],
): Buyer['history'] {
  const done = requests
    .filter(({ status }) => status !== 'waiting')
    .map(({ settledAt, createdAt, who, approvedBy, action, status, why, result }) => ({
      at: (settledAt ?? createdAt).toISOString(),
      who,
      approvedBy,
      action,
      status,
      why,
      result,
    }));
  const views = dataAccesses.map(({ at, who, action, field, why }) => ({
    at: at.toISOString(),
    who,
    approvedBy: null,
    action: describeDataAccess(action, field),
    status: 'seen' as const,
    why,
    result: null,
  }));
  return [...done, ...views].toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

function describeDataAccess(action: string, field: string | null): string {
  if (action === 'log-ins') return 'viewed the logins';
  return action === 'reveal' ? `revealed the ${FIELDS[field ?? ''] ?? field ?? 'field'}` : 'exported the data';
}

/** Returns whether these roles may export, and if not, which roles may: the same ones as on the command line. */
export function buildExportOption(roles: readonly Role[]): Buyer['export'] {
  const { roles: exportRoles } = exportBuyerCommand;
  const allowed = roles.some((role) => exportRoles.includes(role));
  return { allowed, why: allowed ? '' : `Contains personal data: requires the ${formatRoles(exportRoles)} role.` };
}
