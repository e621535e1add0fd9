import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { formatRequestResult } from '../../action/requests/formatRequestResult.ts';
import type { OperatorRequest } from '../../action/requests/requestStore.ts';
import { readNotBefore } from '../../configuration/rowChange.ts';
import { findAction, formatRequestTitle } from '../../operator/actions.ts';
import { canAnswerRequest, canCancelRequest } from '../../operator/requests/requestAnswer.ts';
import type { Person, PersonRegistry } from '../../platform/persons/personRegistry.ts';
import { statementLifetimesMs } from '../../platform/persons/verifyStatement.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { canSeePersonalData, maskAccount, maskNameForRoles } from '../personal/masks.ts';
import { findPresentPeople } from '../session/consoleSessionStore.ts';

type Viewer = Pick<Person, 'name' | 'roles'>;

/** The viewer, the enrolled people, and those of them who are present. */
export type RequestViewContext = {
  readonly viewer: Viewer;
  readonly persons: Pick<PersonRegistry, 'enrolled'>;
  readonly presentPeople: ReadonlySet<string>;
};

export async function loadRequestViewContext(
  { database, persons }: Pick<ConsoleContext, 'database' | 'persons'>,
  viewer: Viewer,
): Promise<RequestViewContext & { readonly persons: PersonRegistry }> {
  const [present, presentPeople] = await Promise.all([persons(database), findPresentPeople(database)]);
  return { viewer, persons: present, presentPeople };
}

/**
 * Returns a request as this person may see it, with its possible approvers, which of them are present, and its
 * deadline. Only the requester, possible approvers and roles with access to personal data see the payee.
 */
export function presentRequest(
  request: OperatorRequest,
  { viewer, persons, presentPeople }: RequestViewContext,
): ConsoleCallData<'request'> {
  const { id, action, subject, input, who, why, createdAt, requestStatement, status, approvedBy, settledAt } = request;
  const approvers = [...persons.enrolled.values()]
    .filter((person) => canAnswerRequest(person, request))
    .map(({ name }) => name);
  const isShownWhole = canSeePersonalData(viewer.roles) || viewer.name === who || approvers.includes(viewer.name);
  const shownInput = isShownWhole ? input : maskInput(input);
  const lapsesAt = new Date(createdAt.getTime() + statementLifetimesMs.answered);
  return {
    id,
    action,
    title: formatRequestTitle({ action, subject, input: shownInput }),
    subject,
    input: shownInput,
    requestedBy: who,
    why,
    requestedAt: createdAt.toISOString(),
    statement: requestStatement,
    status,
    answeredBy: approvedBy,
    settledAt: settledAt?.toISOString() ?? null,
    result: formatRequestResult(findAction(action), request),
    mayAnswer: approvers.toSorted(),
    presentPeople: approvers.filter((name) => presentPeople.has(name)).toSorted(),
    lapsesAt: status === 'waiting' ? lapsesAt.toISOString() : null,
    notBefore: readNotBefore(request)?.toISOString() ?? null,
    mayTakeBack: canCancelRequest(viewer, request),
  };
}

/** Masks accounts and names in the arguments of a request. */
function maskInput(input: OperatorRequest['input']): OperatorRequest['input'] {
  return Object.fromEntries(
    Object.entries(input).map(([field, value]) => {
      if (field === 'account') return [field, maskAccount(value)];
      return [field, field === 'name' ? maskNameForRoles([], value) : value];
    }),
  );
}
