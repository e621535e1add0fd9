import type { z } from 'zod';
import {
  type ActionRequester,
  buildRequestAct,
  type CheckContext,
  type CommandRequest,
  findInputRight,
  formatActionTitle,
  type RequestFiles,
} from '../../action/action.ts';
import type { ClerkContext } from '../../action/clerkContext.ts';
import { CommandError } from '../../action/commandError.ts';
import { findRequest, insertRequest, type OperatorRequest } from '../../action/requests/requestStore.ts';
import { waitForOutcome } from '../../action/requests/waitForOutcome.ts';
import { formatRoles } from '../../action/roles.ts';
import { hasAnyRole } from '../../action/statements/hasAnyRole.ts';
import {
  requirePerson,
  type StatementSigningContext,
  signAndSaveStatement,
} from '../../action/statements/signAndSaveStatement.ts';
import { createConfigurationReader } from '../../configuration/createConfigurationReader.ts';
import { readNotBefore } from '../../configuration/rowChange.ts';
import { loadPersonRegistry } from '../../platform/persons/personStatementStore.ts';
import { readStatementTime } from '../../platform/persons/readStatementTime.ts';
import { buildRequestArguments } from '../../platform/persons/requestedAction.ts';
import { findOrder } from '../../purchase/order/orderStore.ts';
import type { OperatorAction } from '../operatorAction.ts';
import { executeClerkRequest } from './executeClerkRequest.ts';
import { isApprovalNeeded } from './isApprovalNeeded.ts';

/** `clerk`: with CLERK_DATABASE_URL, the command itself executes the clerk's actions, without a worker. */
export type Requester = StatementSigningContext & { readonly clerk?: ClerkContext | undefined };

/** Returns what a command needs to request its action. */
export function createActionRequester(requester: Requester, action: OperatorAction): ActionRequester {
  return {
    request: (wanted, files) => requestAction(requester, action, wanted, files),
    requestAndWait: (wanted, files) => requestActionAndWait(requester, action, wanted, files),
    formatApprovalHint: (wanted, requestId) => formatApprovalHint(requester, action, wanted, requestId),
  };
}

/**
 * Checks, signs and stores a request. Returns its id, and whether a second person has to approve it. Throws
 * {@link CommandError} or ConfigurationError.
 */
export async function requestAction(
  requester: Requester,
  action: OperatorAction,
  wanted: CommandRequest,
  files?: RequestFiles,
): Promise<{ readonly id: number; readonly needsSecondApproval: boolean }> {
  await requireRight(requester, action, wanted);
  await requireActionPossible(requester, action, wanted);
  return signAndSaveRequest(requester, action, wanted, files);
}

/** Like {@link requestAction}, without checking the requester's role, or whether the request would be refused. */
export async function signAndSaveRequest(
  requester: Requester,
  action: OperatorAction,
  { subject, input }: CommandRequest,
  files?: RequestFiles,
): Promise<{ readonly id: number; readonly needsSecondApproval: boolean }> {
  const { database, who, why } = requester;
  const request = { action: action.name, subject, input, who, why };
  const needsSecondApproval = await isApprovalNeeded({ database, statement: files?.statement }, action, request);
  const requestStatement = await signAndSaveStatement(
    requester,
    buildRequestAct(action),
    buildRequestArguments(request),
  );
  const id = await database.transaction(async (transaction) => {
    const inserted = { needsSecondPerson: needsSecondApproval, requestStatement };
    const requestId = await insertRequest(transaction, request, inserted);
    await files?.store(transaction, requestId);
    return requestId;
  });
  return { id, needsSecondApproval };
}

/** Requests an action; returns its outcome, or how to continue if a second person has to approve it. */
export async function requestActionAndWait(
  requester: Requester,
  action: OperatorAction,
  wanted: CommandRequest,
  files?: RequestFiles,
): Promise<string> {
  const { id, needsSecondApproval } = await requestAction(requester, action, wanted, files);
  return needsSecondApproval
    ? formatApprovalHint(requester, action, wanted, id)
    : executeOrAwaitRequest(requester, action, id);
}

async function requireRight(
  { database, rootKeys, signer }: Requester,
  action: OperatorAction,
  wanted: CommandRequest,
): Promise<void> {
  const { name, roles } = requirePerson(await loadPersonRegistry(database, rootKeys), signer);
  const requesters = findInputRight(action, wanted.input)?.requesters;
  if (requesters && !hasAnyRole(roles, requesters))
    throw new CommandError(
      `${formatActionTitle(action, wanted)}: requires the ${formatRoles(requesters)} role; ${name} has ${roles.join(', ')}`,
    );
}

/**
 * Checks that a request would not be refused later, before a second person is asked. Throws {@link CommandError} or
 * ConfigurationError.
 */
export async function requireActionPossible(
  context: CheckContext,
  action: OperatorAction,
  { subject, input }: Pick<CommandRequest, 'subject' | 'input'>,
): Promise<void> {
  const read = action.input.safeParse(input);
  if (!read.success)
    throw new CommandError(`${action.name}: missing, invalid or unknown: ${listFaultyFields(read.error)}`);
  if (action.subject === 'order' && !(await findOrder(context.database, subject)))
    throw new CommandError(`there is no order ${subject}`);
  await action.check?.({ ...context, configured: createConfigurationReader(context.database) }, { subject, input });
}

function listFaultyFields({ issues }: z.ZodError): string {
  const names = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : issue.path.map(String)));
  return [...new Set(names)].join(', ');
}

/**
 * Executes an approved request of the clerk if this process has the clerk's context; otherwise waits for a worker. Returns the
 * result, or that the request waits for its signed time or for a worker. Throws {@link CommandError} if it is refused.
 */
export async function executeOrAwaitRequest(
  requester: Pick<Requester, 'database' | 'clerk' | 'isSandbox'>,
  action: OperatorAction,
  id: number,
): Promise<string> {
  const { database, clerk } = requester;
  const request = await findRequest(database, id);
  const notBefore = request && readNotBefore(request);
  if (notBefore && notBefore > (await readStatementTime(requester)))
    return `request ${id} is approved for ${notBefore.toISOString()}: to cancel it, npm run operate -- reject ${id} --why TEXT`;
  if (action.doneBy === 'clerk' && clerk && request) await executeClerkRequest(clerk, action, request);
  return waitForOutcome(database, action, id);
}

/** Returns how to get the second approval, also if no second person is enrolled yet. */
export async function formatApprovalHint(
  { database, rootKeys, who }: Requester,
  action: OperatorAction,
  { input }: Pick<OperatorRequest, 'input'>,
  id: number,
): Promise<string> {
  const approvers = findInputRight(action, input)?.approvers ?? [];
  const { enrolled } = await loadPersonRegistry(database, rootKeys);
  const other = [...enrolled.values()].find((person) => person.name !== who && hasAnyRole(person.roles, approvers));
  const hint = `request ${id} waits for a second approval: npm run operate -- approve ${id} --by ${other?.name ?? 'NAME'} --why TEXT`;
  if (other) return hint;
  const role = enrolled.size === 1 ? 'admin' : (approvers[0] ?? 'admin');
  return `${hint}\nNo one else has the role yet: npm run operate -- invite NAME --role ${role} --why TEXT`;
}
