import { formatRoles } from '../../action/roles.ts';
import { hasAnyRole } from '../../action/statements/hasAnyRole.ts';
import { type ConfigurationReader, createConfigurationReader } from '../../configuration/createConfigurationReader.ts';
import { type ActionName, findRequestRight, isRequestApprovalNeeded } from '../../operator/actions.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';

/** A decision, with the arguments of its command. */
export type DecisionDefinition = {
  /** Keyboard shortcut. */
  readonly key: string;
  readonly action: ActionName;
  readonly subject: string;
  readonly input: Readonly<Record<string, string>>;
  readonly label: string;
  readonly effect: string;
  /** Why the decision cannot be made now; empty if it can. */
  readonly closed?: string;
};

export type DecisionOption = Omit<DecisionDefinition, 'closed' | 'input'> & {
  readonly input: Record<string, string>;
  readonly allowed: boolean;
  readonly why: string;
  readonly needsSecondApproval: boolean;
  readonly approvers: string[];
};

/** Same as {@link buildDecisionOption} for several decisions, with one read of the configuration. */
export async function buildDecisionOptions(
  context: ConsoleContext,
  person: ConsolePerson,
  decisions: readonly DecisionDefinition[],
): Promise<DecisionOption[]> {
  const configured = createConfigurationReader(context.database);
  return Promise.all(decisions.map((decision) => buildDecisionOption(context, person, decision, configured)));
}

/**
 * Returns a decision with whether this person may make it now, and who may approve it, by the same table of rights and
 * thresholds as the request.
 */
export async function buildDecisionOption(
  { database, persons }: ConsoleContext,
  person: ConsolePerson,
  { closed = '', input, ...definition }: DecisionDefinition,
  configured?: ConfigurationReader,
): Promise<DecisionOption> {
  const { requesters = [], approvers: approverRoles } = findRequestRight({ ...definition, input }) ?? {};
  const needsApproval = await isRequestApprovalNeeded(
    { database, configured },
    { ...definition, input, who: person.name, why: '' },
  );
  const why =
    closed === '' && !hasAnyRole(person.roles, requesters) ? `Requires the ${formatRoles(requesters)} role.` : closed;
  const { enrolled } = await persons(database);
  const approvers = [...enrolled.values()].filter(
    ({ name, roles }) => name !== person.name && hasAnyRole(roles, approverRoles),
  );
  return {
    ...definition,
    input: { ...input },
    allowed: why === '',
    why,
    needsSecondApproval: needsApproval,
    approvers: needsApproval ? approvers.map(({ name }) => name).toSorted() : [],
  };
}
