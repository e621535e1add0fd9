import type { ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import type { Statement } from '@slipway/contract/statements/statement.ts';
import { checkChange } from '../../configuration/changeConfiguration.ts';
import { ConfigurationError } from '../../configuration/kinds.ts';
import { readRowChange } from '../../configuration/rowChange.ts';
import { takesTwo } from '../../operator/bars/takesTwo.ts';
import { againstAsking } from '../../operator/buyer/againstAsking.ts';
import { CommandError } from '../../operator/commandError.ts';
import { isAmong, rightOf } from '../../operator/persons/rightOf.ts';
import { keepStatement } from '../../operator/persons/speak.ts';
import { isBuyerAction, isOrderAction, type RequestAction } from '../../operator/requestActions.ts';
import { findRequest, insertRequest, type OperatorRequest } from '../../operator/requestStore.ts';
import { requireTime } from '../../operator/rowChange.ts';
import { AppError } from '../../platform/http/appError.ts';
import { readStatement, type SignedStatement } from '../../platform/persons/statement.ts';
import { statementTime } from '../../platform/persons/statementTime.ts';
import { findOrder } from '../../purchase/order/orderStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { signedOf } from '../session/enter.ts';
import { type Wish, wishOf } from './wishOf.ts';

/**
 * Hands in what the person has signed, through the door that the command line uses. Once: the same statement again is refused.
 * Throws `statement_refused`, `act_refused` or `not_found`.
 */
export async function askAct(
  context: ConsoleContext,
  { statement }: ConsoleCallInput<'ask'>,
  person: ConsolePerson,
): Promise<OperatorRequest> {
  const signed = signedOf(statement);
  const wish = wishOf(saidBy(person, signed));
  const elsewhere = ASKED_ELSEWHERE[wish.action];
  if (elsewhere !== undefined) throw new AppError('act_refused', { reason: elsewhere });
  await requireDoable(context, wish, person);
  const { action, subject, input, why, act } = wish;
  const request = { action, subject, input, why, who: person.name };
  const { database } = context;
  const needsSecondPerson = await inWords(takesTwo({ database }, request));
  const askedWith = await inWords(keepStatement(context, signed, act));
  const id = await insertRequest(database, request, { needsSecondPerson, askedWith });
  const kept = await findRequest(database, id);
  if (!kept) throw new Error(`request ${id} was not kept`);
  return kept;
}

/** What was said, where it is this person's word by this session's key. Throws `statement_refused`. */
export function saidBy({ name, key }: ConsolePerson, { text }: SignedStatement): Statement {
  const said = readStatement(text);
  if (!said) throw new AppError('statement_refused', { reason: 'it is not written as a statement is' });
  if (said.person !== name || said.key !== key)
    throw new AppError('statement_refused', { reason: 'it is another person’s than who has entered' });
  return said;
}

/** Refusals of the operator's door, for the console. */
export async function inWords<Value>(doing: Promise<Value>): Promise<Value> {
  try {
    return await doing;
  } catch (error) {
    if (error instanceof CommandError || error instanceof ConfigurationError)
      throw new AppError('act_refused', { reason: error.message });
    throw error;
  }
}

/** Files are handed in beside these requests, and not by the call that takes every other. */
const ASKED_ELSEWHERE: { readonly [Action in RequestAction]?: string } = {
  import: 'import is asked for by the command line.',
  'send-evidence': 'send-evidence comes with its words and files: open the review of the dispute.',
};

/** Nobody is called for what would be refused in the end: by whoever does it, of who asks, or of how things stand. */
async function requireDoable(context: ConsoleContext, wish: Wish, { roles }: ConsolePerson): Promise<void> {
  const { database, settings } = context;
  const { action, subject, input } = wish;
  const { asks } = rightOf(wish) ?? {};
  if (asks && !isAmong(roles, asks)) throw new AppError('act_refused', { reason: `This is for ${asks.join(', ')}.` });
  if (isOrderAction(action) && !(await findOrder(database, subject)))
    throw new AppError('not_found', { what: 'order', name: subject });
  if (isBuyerAction(action)) {
    const reason = await againstAsking(database, settings().rules, { action, subject, input });
    if (reason !== undefined) throw new AppError('act_refused', { reason });
  }
  if (action === 'set' || action === 'remove') await inWords(requireChange(context, wish));
}

async function requireChange(context: ConsoleContext, wish: Wish): Promise<void> {
  const change = readRowChange(wish);
  requireTime(change.notBefore, await statementTime(context));
  await checkChange(context.database, change);
}
