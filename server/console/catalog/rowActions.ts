import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { formatRoles } from '../../action/roles.ts';
import { hasAnyRole } from '../../action/statements/hasAnyRole.ts';
import { findKindRight } from '../../configuration/actions/changeConfiguration.ts';
import { explainKept } from '../../configuration/changeConfiguration.ts';
import type { ConfigurationReader } from '../../configuration/createConfigurationReader.ts';
import { isRequestApprovalNeeded } from '../../operator/actions.ts';
import type { Person } from '../../platform/persons/personRegistry.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';

export type RowActionOption = ConsoleCallData<'previewChange'>['act'];

type Change = {
  readonly kind: string;
  readonly key: string;
  /** Null removes the row. */
  readonly fields: Readonly<Record<string, unknown>> | null;
};

/** The viewer of a change, the enrolled people, and the configuration read for this request. */
export type ConfigurationRowActionContext = {
  readonly database: ConsoleContext['database'];
  readonly person: ConsolePerson;
  readonly enrolled: Iterable<Pick<Person, 'name' | 'roles'>>;
  readonly configured: ConfigurationReader;
};

/** Returns when a change is effective; networks are read only at the start of a process. */
function describeEffect({ kind, fields }: Change): string {
  if (kind === 'network') return 'Takes effect in each process at its next start. Open orders are not affected.';
  const effect = fields === null ? 'The setting is deleted within a second.' : 'Takes effect within a second.';
  return `${effect} Open orders keep the terms that they were created with.`;
}

/**
 * Returns whether this person may request a change, whether it needs a second approval (by the same threshold as the
 * request), and who may give it.
 */
export async function buildRowAction(
  { database, person, enrolled, configured }: ConfigurationRowActionContext,
  { kind, key, fields }: Change,
): Promise<RowActionOption> {
  const action = fields === null ? 'remove' : 'set';
  const { requesters = [], approvers } = findKindRight(kind) ?? {};
  const input = { change: JSON.stringify({ kind, key, fields: fields ?? {} }) };
  const request = { action, subject: `${kind} ${key}`, input, who: person.name, why: '' } as const;
  const needsApproval = await isRequestApprovalNeeded({ database, configured }, request);
  const others = [...enrolled].filter(({ name, roles }) => name !== person.name && hasAnyRole(roles, approvers));
  const problem = explainNotAllowed({ kind, fields, person, requesters });
  return {
    action,
    allowed: problem === undefined,
    why: problem ?? (needsApproval ? 'Requires a second approval.' : 'No second approval needed.'),
    effect: describeEffect({ kind, key, fields }),
    needsSecondApproval: needsApproval,
    approvers: needsApproval ? [...new Set(others.map(({ name }) => name))].toSorted() : [],
  };
}

function explainNotAllowed({
  kind,
  fields,
  person,
  requesters,
}: Pick<Change, 'kind' | 'fields'> & { readonly person: ConsolePerson; readonly requesters: readonly string[] }) {
  if (!hasAnyRole(person.roles, requesters)) return `Requires the ${formatRoles(requesters)} role.`;
  const keptBecause = fields === null ? explainKept(kind) : undefined;
  return keptBecause && `${keptBecause.charAt(0).toUpperCase()}${keptBecause.slice(1)}.`;
}
