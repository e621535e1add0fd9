import { type Decision, type FieldChanges, removeRow, setRow } from '../configuration/changeConfiguration.ts';
import { readRows } from '../configuration/configurationStore.ts';
import { ConfigurationError, readConfiguration } from '../configuration/kinds.ts';
import { settingsOf } from '../configuration/settings.ts';
import type { Database } from '../platform/database/database.ts';
import { findOrder } from '../purchase/order/orderStore.ts';
import {
  type ConfigurationAction,
  findRequest,
  insertRequest,
  type MoneyAction,
  type OperatorRequest,
  type OrderAction,
  settleRequest,
} from './requestStore.ts';

/** Who asks, and why. */
export type Asker = { readonly database: Database; readonly who: string; readonly why: string };

/** What an operator typed cannot be done; the message says what can. */
export class CommandError extends Error {
  override name = 'CommandError';
}

const WORKER_PATIENCE_MS = 15_000;
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 200;

/** Money moves on these: above the operator's amount a second person must agree. */
const TAKES_TWO: ReadonlySet<OrderAction> = new Set(['clear', 'refund', 'refuse', 'give_up', 'match', 'recover']);

/** Whatever it is worth: what the law stops is let go by nobody alone, and nobody alone says to whom money goes. */
const ALWAYS_TAKES_TWO: ReadonlySet<OrderAction> = new Set(['unfreeze', 'refund-by-bank', 'pay-to']);

/**
 * Asks a worker to act on an order, at once or after a second person's yes. `euroCents`: what is moved, where it may be
 * worth more than the order.
 */
export async function askWorker(
  asker: Asker,
  action: OrderAction,
  subject: string,
  input: Readonly<Record<string, string>>,
  euroCents = 0n,
): Promise<string> {
  const { database, who, why } = asker;
  const order = await findOrder(database, subject);
  if (!order) throw new CommandError(`there is no order ${subject}`);
  const { rules } = settingsOf(readConfiguration(await readRows(database)));
  const worth = euroCents > order.euroCents ? euroCents : order.euroCents;
  const takesTwo = ALWAYS_TAKES_TWO.has(action) || (TAKES_TWO.has(action) && worth > rules.secondPersonAboveEuroCents);
  const id = await insertRequest(database, { action, subject, input, who, why }, takesTwo);
  if (takesTwo) return waitsForSecond(id);
  return outcomeOf(database, id);
}

/**
 * Asks a worker to act on money that is no order's. What leaves the account there is measured by no order: it always takes
 * a second person's yes.
 */
export async function askAboutMoney(
  { database, who, why }: Asker,
  action: MoneyAction,
  subject: string,
  input: Readonly<Record<string, string>>,
): Promise<string> {
  return waitsForSecond(await insertRequest(database, { action, subject, input, who, why }, true));
}

export function waitsForSecond(id: number): string {
  return `request ${id} waits for a second person: npm run operate -- approve ${id} --by NAME --why TEXT`;
}

/** Lists that keep harm away are added to by one person at once; what lets more through takes two where the operator says so. */
const LIMITS: ReadonlySet<string> = new Set([
  'currency',
  'fee',
  'network',
  'country',
  'rule',
  'risk-rule',
  'transfer-account',
]);

export type Change = { readonly kind: string; readonly key: string; readonly fields: FieldChanges };

/** Changes the configuration, at once or after a second person's yes. */
export async function askToChange(asker: Asker, action: ConfigurationAction, change: Change): Promise<string> {
  const { database, who, why } = asker;
  const { rules } = settingsOf(readConfiguration(await readRows(database)));
  if (!rules.limitsTakeTwo || !LIMITS.has(change.kind)) return changeRow(database, action, change, { who, why });
  const input = { change: JSON.stringify(change) };
  const id = await insertRequest(database, { action, subject: `${change.kind} ${change.key}`, input, who, why }, true);
  return waitsForSecond(id);
}

async function changeRow(
  database: Database,
  action: ConfigurationAction,
  { kind, key, fields }: Change,
  decision: Decision,
): Promise<string> {
  if (action === 'remove') {
    await removeRow(database, { kind, key }, decision);
    return `${kind} ${key} removed`;
  }
  const { before, after } = await setRow(database, { kind, key, fields }, decision);
  return `${kind} ${key}\n  before  ${JSON.stringify(before)}\n  after   ${JSON.stringify(after)}`;
}

export function isOfConfiguration(
  request: OperatorRequest,
): request is OperatorRequest & { readonly action: ConfigurationAction } {
  return request.action === 'set' || request.action === 'remove';
}

/** Does what a second person has just said yes to. */
export async function changeAsked(
  database: Database,
  request: OperatorRequest & { readonly action: ConfigurationAction },
): Promise<string> {
  const change = JSON.parse(request.input['change'] ?? '{}') as Change;
  const decision = { who: request.who, why: request.why, approvedBy: request.approvedBy ?? '' };
  const settle = (status: 'done' | 'refused', result: string) =>
    database.transaction((transaction) => settleRequest(transaction, request.id, { status, result }));
  try {
    const text = await changeRow(database, request.action, change, decision);
    await settle('done', 'changed');
    return text;
  } catch (error) {
    // What fitted when it was asked for may no longer fit.
    if (error instanceof ConfigurationError) await settle('refused', error.message);
    throw error;
  }
}

/** What a worker has made of a request; it may take a moment. */
export async function outcomeOf(database: Database, id: number): Promise<string> {
  const end = Date.now() + WORKER_PATIENCE_MS;
  for (let pauseMs = FIRST_PAUSE_MS; Date.now() < end; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const request = await findRequest(database, id);
    if (request?.status === 'refused') throw new CommandError(request.result ?? 'refused');
    if (request?.status === 'done') return `${request.subject}: ${request.result}`;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  return `request ${id} waits for a worker`;
}
