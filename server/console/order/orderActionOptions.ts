import type { OperatorRequest } from '../../action/requests/requestStore.ts';
import { formatRoles } from '../../action/roles.ts';
import { hasAnyRole } from '../../action/statements/hasAnyRole.ts';
import { type ConfigurationReader, createConfigurationReader } from '../../configuration/createConfigurationReader.ts';
import { findRequestRight, isRequestApprovalNeeded } from '../../operator/actions.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Person } from '../../platform/persons/personRegistry.ts';
import type { OrderAction } from './orderAction.ts';

export type OrderActionViewer = {
  readonly database: Queryable;
  readonly orderNo: string;
  readonly person: Pick<Person, 'name' | 'roles'>;
  readonly persons: readonly Pick<Person, 'name' | 'roles'>[];
  /** Requests about this order. */
  readonly requests: readonly OperatorRequest[];
};

/**
 * Returns the actions with the rights of the viewer and the possible approvers, by the same tables of rights and
 * thresholds as the execution. An action that awaits its approval cannot be requested again.
 */
export async function buildOrderActionOptions(viewer: OrderActionViewer, actions: readonly OrderAction[]) {
  const configured = createConfigurationReader(viewer.database);
  return Promise.all(actions.map((action) => buildOrderActionOption(viewer, action, configured)));
}

async function buildOrderActionOption(
  { database, orderNo, person, persons, requests }: OrderActionViewer,
  action: OrderAction,
  configured: ConfigurationReader,
) {
  const subject = action.subject ?? orderNo;
  const request = { action: action.action, subject, input: action.given };
  const { requesters = [], approvers: approverRoles } = findRequestRight(request) ?? {};
  const needsApproval = await isRequestApprovalNeeded(
    { database, configured },
    { ...request, who: person.name, why: '' },
  );
  const approvers = persons.filter(({ name, roles }) => name !== person.name && hasAnyRole(roles, approverRoles));
  const mayRequest = hasAnyRole(person.roles, requesters);
  const waiting = requests.find(
    (one) => one.action === action.action && one.subject === subject && one.status === 'waiting',
  );
  const why =
    action.why ??
    (mayRequest ? null : `Requires the ${formatRoles(requesters)} role.`) ??
    (waiting ? `${waiting.who} has requested this: request ${waiting.id} awaits a second approval.` : null);
  return {
    ...action,
    act: action.action,
    subject,
    given: { ...action.given },
    inputs: [...action.inputs],
    choices: Object.fromEntries(Object.entries(action.choices).map(([field, options]) => [field, [...options]])),
    allowed: why === null,
    why,
    needsSecondApproval: needsApproval,
    approvers: needsApproval ? approvers.map(({ name }) => name).toSorted() : [],
  };
}
