import { timeOf } from '../../configuration/rowChange.ts';
import { raiseAlert } from '../../notification/alertStore.ts';
import type { Database } from '../../platform/database/database.ts';
import {
  type JudgedAsked,
  judgeAsked,
  type StatementRefusal,
  statementRefusals,
} from '../../platform/persons/judgeStatement.ts';
import { findStatement, isRejected, isSpent } from '../../platform/persons/operatorStatementStore.ts';
import { loadPersons } from '../../platform/persons/personStatementStore.ts';
import type { Persons, RootKey } from '../../platform/persons/readPersons.ts';
import { actOf, argumentsOf } from '../../platform/persons/requested.ts';
import { statementTime } from '../../platform/persons/statementTime.ts';
import { type BarContext, takesTwo } from '../bars/takesTwo.ts';
import { type OperatorRequest, refuseRequest } from '../requestStore.ts';
import { rightOf } from './rightOf.ts';

export type JudgingContext = {
  readonly database: Database;
  readonly rootKeys: readonly RootKey[];
  readonly isSandbox?: boolean | undefined;
  /** Statements about persons that were seen before, and must stand: a key that was taken out does not come back. Added to. */
  readonly personsSeen?: Set<string> | undefined;
};

/** Whether somebody has asked for just what the row says, before anybody has answered. */
export async function judgeAskedAlone(context: JudgingContext, request: OperatorRequest): Promise<JudgedAsked> {
  return judgeWords(context, { ...request, approvedBy: null, approvedWith: null });
}

/**
 * Whether persons who are enrolled at this moment have asked for just what the row says, and agreed to it where it takes
 * two. The row is believed in nothing: neither that it was approved, nor by whom. `readStatement`, of an import, is asked
 * only once a person has signed it.
 */
export async function judgeRequest(
  context: JudgingContext,
  request: OperatorRequest,
  readStatement?: () => Promise<BarContext['statement']>,
): Promise<JudgedAsked> {
  const judged = await judgeWords(context, request);
  if (judged.kind === 'refused' || judged.approver) return judged;
  const statement = await readStatement?.();
  return (await takesTwo({ database: context.database, statement }, request))
    ? { kind: 'refused', reason: 'second_missing' }
    : judged;
}

async function judgeWords(context: JudgingContext, request: OperatorRequest): Promise<JudgedAsked> {
  const { database } = context;
  const persons = await personsAsSeen(context);
  if (!persons) return { kind: 'refused', reason: 'persons_broken' };
  const asked = await findStatement(database, request.askedWith);
  if (!asked) return { kind: 'refused', reason: 'unsigned' };
  // Whoever writes the table writes any word.
  const word: string = request.action;
  const act = actOf(word);
  const right = rightOf(request);
  if (!act || !right) return { kind: 'refused', reason: 'edited' };
  const { asks, approves } = right;
  const judged = judgeAsked(
    { asked, approved: await findStatement(database, request.approvedWith) },
    {
      act,
      arguments: argumentsOf(request),
      // What a row says is looked at once persons have signed it.
      takesTwo: false,
      asks,
      approves: approves ?? [],
      notBefore: timeOf(request),
    },
    { persons, now: await statementTime(context) },
  );
  if (judged.kind === 'refused') return judged;
  const { asker, approver, reason, hashes } = judged;
  const isAsWritten =
    request.who === asker.name && request.why === reason && request.approvedBy === (approver?.name ?? null);
  if (!isAsWritten) return { kind: 'refused', reason: 'edited' };
  if (await isRejected(database, request.askedWith ?? '')) return { kind: 'refused', reason: 'taken_back' };
  return (await isSpent(database, hashes)) ? { kind: 'refused', reason: 'replayed' } : judged;
}

/** Undefined where some that were seen are gone. */
async function personsAsSeen({ database, rootKeys, personsSeen }: JudgingContext): Promise<Persons | undefined> {
  const persons = await loadPersons(database, rootKeys);
  if (personsSeen && ![...personsSeen].every((hash) => persons.hashes.has(hash))) return undefined;
  personsSeen?.add(persons.head);
  return persons;
}

/** Ends a request that no person stands behind, and calls one: unless it was done meanwhile. */
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
