import type { ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import type { Statement } from '@slipway/contract/statements/statement.ts';
import { buildRequestAct } from '../../action/action.ts';
import { CommandError } from '../../action/commandError.ts';
import { findRequest, insertRequest, type OperatorRequest } from '../../action/requests/requestStore.ts';
import { formatRoles } from '../../action/roles.ts';
import { hasAnyRole } from '../../action/statements/hasAnyRole.ts';
import { saveStatement } from '../../action/statements/signAndSaveStatement.ts';
import { ConfigurationError } from '../../configuration/configurationKinds.ts';
import {
  type ActionName,
  findRequestRight,
  isActionName,
  isRequestApprovalNeeded,
  requireAction,
} from '../../operator/actions.ts';
import { requireActionPossible } from '../../operator/requests/requestAction.ts';
import { AppError } from '../../platform/http/appError.ts';
import { parseStatement, type SignedStatement } from '../../platform/persons/statement.ts';
import { findOrder } from '../../purchase/order/orderStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { decodeSignedStatement } from '../session/consoleLogin.ts';
import { parseStatementRequest, type StatementRequest } from './parseStatementRequest.ts';

/**
 * Creates a request from a signed statement, after the same checks as on the command line. The same statement is
 * refused a second time. Throws `statement_refused`, `act_refused` or `not_found`.
 */
export async function submitRequest(
  context: ConsoleContext,
  { statement }: ConsoleCallInput<'requestAction'>,
  person: ConsolePerson,
): Promise<OperatorRequest> {
  const signed = decodeSignedStatement(statement);
  const requested = parseStatementRequest(requireOwnStatement(person, signed));
  const otherCall = isActionName(requested.action) ? REQUESTED_BY_OTHER_CALLS[requested.action] : undefined;
  if (otherCall !== undefined) throw new AppError('act_refused', { reason: otherCall });
  await requireExecutable(context, requested, person);
  const { action, subject, input, why } = requested;
  const request = { action, subject, input, why, who: person.name };
  const { database } = context;
  const needsSecondPerson = await convertCommandErrors(isRequestApprovalNeeded({ database }, request));
  const requestStatement = await convertCommandErrors(
    saveStatement(context, signed, buildRequestAct(requireAction(requested))),
  );
  const id = await insertRequest(database, request, { needsSecondPerson, requestStatement });
  const inserted = await findRequest(database, id);
  if (!inserted) throw new Error(`request ${id} is missing after its insertion`);
  return inserted;
}

/** Returns the parsed statement if it names this person and this session's key. Throws `statement_refused`. */
export function requireOwnStatement({ name, key }: ConsolePerson, { text }: SignedStatement): Statement {
  const statement = parseStatement(text);
  if (!statement) throw new AppError('statement_refused', { reason: 'it is not a valid statement' });
  if (statement.person !== name || statement.key !== key)
    throw new AppError('statement_refused', {
      reason: 'it was signed by another person, or with another key, than the one that is logged in',
    });
  return statement;
}

/** Converts the errors of the command line's checks to `act_refused`. */
export async function convertCommandErrors<Value>(operation: Promise<Value>): Promise<Value> {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof CommandError || error instanceof ConfigurationError)
      throw new AppError('act_refused', { reason: error.message });
    throw error;
  }
}

/** Actions that this call refuses because they need files, each with the reason. */
const REQUESTED_BY_OTHER_CALLS: { readonly [Name in ActionName]?: string } = {
  import: 'import can only be requested on the command line.',
  'send-evidence': 'Evidence is submitted with its text and files: open the review of the dispute.',
};

/**
 * Refuses a request that could never be executed, because of the requester's roles or the current state. This prevents
 * a request for an approval that would have no effect.
 */
export async function requireExecutable(
  context: ConsoleContext,
  request: StatementRequest,
  person: ConsolePerson,
): Promise<void> {
  const { subject } = request;
  const found = requireAction(request);
  const { requesters } = findRequestRight(request) ?? {};
  if (requesters && !hasAnyRole(person.roles, requesters))
    throw new AppError('act_refused', { reason: `Requires the ${formatRoles(requesters)} role.` });
  if (found.subject === 'order' && !(await findOrder(context.database, subject)))
    throw new AppError('not_found', { what: 'order', name: subject });
  await convertCommandErrors(requireActionPossible({ ...context, who: person.name }, found, request));
}
