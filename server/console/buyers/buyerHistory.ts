import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Role } from '@slipway/contract/entities/roles.ts';
import type { OperatorRequest } from '../../operator/requestStore.ts';
import { type Right, rights } from '../../platform/persons/rights.ts';
import type { Look } from './buyersStore.ts';

type Buyer = ConsoleCallData<'buyer'>;

/** What a masked field is called in the history. */
const FIELDS: Readonly<Record<string, string>> = { mail: 'e-mail', birthDate: 'birth date' };

/** The newest first; what waits for a second person stands apart. */
export function historyOf(requests: readonly OperatorRequest[], looks: readonly Look[]): Buyer['history'] {
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
  const seen = looks.map(({ at, who, action, field, why }) => ({
    at: at.toISOString(),
    who,
    approvedBy: null,
    action: action === 'reveal' ? `saw the ${FIELDS[field ?? ''] ?? field ?? 'field'}` : 'exported the data',
    status: 'seen' as const,
    why,
    result: null,
  }));
  return [...done, ...seen].toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

/** By the table of rights, as the command is. */
export function offeredExport(roles: readonly Role[]): Buyer['export'] {
  const { asks }: Right = rights['export-buyer'];
  const allowed = roles.some((role) => asks.includes(role));
  return { allowed, why: allowed ? '' : `It has personal data: this is for ${asks.join(', ')}.` };
}
