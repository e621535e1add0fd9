import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { formatRoles } from '../../action/roles.ts';
import { hasAnyRole } from '../../action/statements/hasAnyRole.ts';
import { type ActionName, findRequestRight } from '../../operator/actions.ts';
import type { PersonRegistry } from '../../platform/persons/personRegistry.ts';
import type { RequestedAction } from '../../platform/persons/requestedAction.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';

export type ActionOption = ConsoleCallData<'alert'>['actions'][number];

type ActionOptionInput = RequestedAction & {
  readonly action: ActionName;
  readonly label: string;
  readonly effect: string;
  readonly needsSecondApproval: boolean;
  /** Why the action may not be requested in the current state, by anyone; undefined if it may. */
  readonly problem?: string | undefined;
};

/** Returns an action with its possible approvers, and whether this person may request it now, or why not. */
export function buildActionOption(
  { enrolled }: Pick<PersonRegistry, 'enrolled'>,
  person: ConsolePerson,
  option: ActionOptionInput,
): ActionOption {
  const { action, subject, input, label, effect, needsSecondApproval, problem } = option;
  const { requesters = [], approvers: approverRoles } = findRequestRight(option) ?? {};
  const roleProblem = hasAnyRole(person.roles, requesters) ? '' : `Requires the ${formatRoles(requesters)} role.`;
  const approvers = [...enrolled.values()]
    .filter(({ name, roles }) => name !== person.name && hasAnyRole(roles, approverRoles))
    .map(({ name }) => name);
  const approverProblem = needsSecondApproval && approvers.length === 0 ? 'No other person can approve it.' : '';
  const why = roleProblem || problem || approverProblem;
  return {
    act: action,
    action,
    subject,
    input: { ...input },
    label,
    effect,
    allowed: why === '',
    why,
    needsSecondApproval,
    approvers: needsSecondApproval ? [...new Set(approvers)].toSorted() : [],
  };
}
