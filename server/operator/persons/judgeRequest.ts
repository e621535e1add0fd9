import { findInputRight } from '../../action/action.ts';
import { type ThresholdContext } from '../../action/approvalThreshold.ts';
import { type OperatorRequest, refuseRequest } from '../../action/requests/requestStore.ts';
import { readNotBefore } from '../../configuration/rowChange.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { readBatchSignature } from '../../platform/persons/batchSignature.ts';
import {
  findStatement,
  findStatementTexts,
  hasSpentStatement,
  isRequestRejected,
} from '../../platform/persons/operatorStatementStore.ts';
import type { PersonRegistry, RootKey } from '../../platform/persons/personRegistry.ts';
import { loadPersonRegistry } from '../../platform/persons/personStatementStore.ts';
import { readStatementTime } from '../../platform/persons/readStatementTime.ts';
import {
  buildRequestArguments,
  type RequestedAction,
  readRequestedAction,
} from '../../platform/persons/requestedAction.ts';
import { hashStatement, parseStatement } from '../../platform/persons/statement.ts';
import {
  type RequestVerification,
  type StatementRefusal,
  statementRefusals,
  verifyRequest,
} from '../../platform/persons/verifyStatement.ts';
import type { OperatorAction } from '../operatorAction.ts';
import { isApprovalNeeded } from '../requests/isApprovalNeeded.ts';

export type JudgingContext = {
  readonly database: Database;
  readonly rootKeys: readonly RootKey[];
  readonly isSandbox: boolean;
  /**
   * The hashes of the newest person statement at each load by this process. These statements must still exist, so that a
   * restored table cannot make a revoked key valid. Each judgement adds a hash.
   */
  readonly seenPersonHeads?: Set<string> | undefined;
};

export type JudgedRequest =
  | (RequestVerification & { readonly kind: 'ok' } & {
      /** The input, parsed by the action's schema. */
      readonly input: Readonly<Record<string, string>>;
    })
  | (RequestVerification & { readonly kind: 'refused' });

/** Verifies an unanswered request: a person must have signed exactly what the row contains. */
export async function judgeUnansweredRequest(
  context: JudgingContext,
  action: OperatorAction | undefined,
  request: OperatorRequest,
): Promise<JudgedRequest> {
  return judgeRequestStatements(context, action, { ...request, approvedBy: null, approvedWith: null });
}

/**
 * Verifies that people who are enrolled now have signed exactly what the row contains, and approved it where two are required.
 * Nothing in the row is trusted, not even its approval and approver. `readImport` is called only after a signature is verified.
 */
export async function judgeRequest(
  context: JudgingContext,
  action: OperatorAction | undefined,
  request: OperatorRequest,
  readImport?: () => Promise<ThresholdContext['statement']>,
): Promise<JudgedRequest> {
  const judged = await judgeRequestStatements(context, action, request);
  if (judged.kind === 'refused' || judged.approver || !action) return judged;
  const { database } = context;
  const statement = await readImport?.();
  const together = await findRequestsSignedTogether(database, request);
  if (together === 'missing') return { kind: 'refused', reason: 'second_missing' };
  return (await isApprovalNeeded({ database, statement, together }, action, request))
    ? { kind: 'refused', reason: 'second_missing' }
    : judged;
}

/**
 * Returns all requests of a batch signature, including this one; undefined if it was signed individually. `missing`: some are
 * not in the database, so that their sum, which decides about a second person, is unknown.
 */
async function findRequestsSignedTogether(
  database: Database,
  { requestStatement: statementHash }: OperatorRequest,
): Promise<readonly RequestedAction[] | undefined | 'missing'> {
  const requestStatement = await findStatement(database, statementHash);
  const batch = requestStatement && readBatchSignature(requestStatement.signature);
  if (!batch) return undefined;
  const storedTexts = await findStatementTexts(database, batch.statements);
  // The hashes are signed, but the text that is stored for a hash may be forged.
  const texts = storedTexts.filter((text) => batch.statements.includes(hashStatement({ text })));
  const together = texts.flatMap((text) => {
    const statement = parseStatement(text);
    return (statement && readRequestedAction(statement)) ?? [];
  });
  return together.length === batch.statements.length ? together : 'missing';
}

async function judgeRequestStatements(
  context: JudgingContext,
  action: OperatorAction | undefined,
  request: OperatorRequest,
): Promise<JudgedRequest> {
  const { database } = context;
  const persons = await loadKnownPersons(context);
  if (!persons) return { kind: 'refused', reason: 'persons_broken' };
  const requestStatement = await findStatement(database, request.requestStatement);
  if (!requestStatement) return { kind: 'refused', reason: 'unsigned' };
  // A database row may contain any input.
  const right = action && findInputRight(action, request.input);
  if (!right || action.name !== request.action) return { kind: 'refused', reason: 'edited' };
  const { requesters, approvers } = right;
  const judged = verifyRequest(
    { asked: requestStatement, approved: await findStatement(database, request.approvedWith) },
    {
      act: action.name,
      arguments: buildRequestArguments(request),
      // The caller decides this later: the rest of the row is evaluated only after its signatures are verified.
      needsSecondApproval: false,
      requesters,
      approvers: approvers ?? [],
      notBefore: readNotBefore(request),
    },
    { persons, now: await readStatementTime(context) },
  );
  if (judged.kind === 'refused') return judged;
  const { requester, approver, reason, hashes } = judged;
  const isAsWritten =
    request.who === requester.name && request.why === reason && request.approvedBy === (approver?.name ?? null);
  if (!isAsWritten) return { kind: 'refused', reason: 'edited' };
  if (await isRequestRejected(database, request.requestStatement ?? ''))
    return { kind: 'refused', reason: 'cancelled' };
  if (await hasSpentStatement(database, hashes)) return { kind: 'refused', reason: 'replayed' };
  const read = action.input.safeParse(request.input);
  return read.success ? { ...judged, input: read.data } : { kind: 'refused', reason: 'malformed' };
}

/** Returns the people; undefined if person statements that were loaded before are missing. */
async function loadKnownPersons({
  database,
  rootKeys,
  seenPersonHeads,
}: JudgingContext): Promise<PersonRegistry | undefined> {
  const persons = await loadPersonRegistry(database, rootKeys);
  if (seenPersonHeads && ![...seenPersonHeads].every((hash) => persons.hashes.has(hash))) return undefined;
  seenPersonHeads?.add(persons.head);
  return persons;
}

/** Refuses a request that its statements do not prove, and raises an alert, unless it was executed meanwhile. Returns the text. */
export async function refuseUnsigned(
  { database }: Pick<JudgingContext, 'database'>,
  request: OperatorRequest,
  reason: StatementRefusal,
): Promise<string> {
  const { id, action, subject, who } = request;
  const result = `${reason}: ${statementRefusals[reason]}`;
  await database.transaction(async (transaction) => {
    if (!(await refuseRequest(transaction, request, result))) return;
    await raiseAlert(transaction, {
      key: `operator_statement:${id}`,
      orderId: null,
      kind: 'operator_statement',
      facts: { request: id, action, subject, who, reason },
    });
  });
  return result;
}
