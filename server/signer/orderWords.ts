import { type Lifetimes, lifetimesMs } from '../platform/persons/judgeStatement.ts';
import { VOUCHES, type Vouch } from '../platform/persons/vouches.ts';
import type { Order } from '../purchase/order/order.ts';
import { requestsAbout } from './requestWordStore.ts';
import { saidByPersons, type WordsContext } from './saidByPersons.ts';

/** By the hashes of the statements in which persons have said it. */
export type Vouches = ReadonlyMap<Vouch, string>;

const DAY_MS = 24 * 60 * 60_000;

/** What was matched is paid out once its order may be: a document that is looked at may keep it for days. */
const MATCHED: Lifetimes = { ...lifetimesMs, done: 7 * DAY_MS };

/** Two persons, whatever it is worth. */
export async function vouchesFor(context: WordsContext, orderNo: string): Promise<Vouches> {
  const requests = await requestsAbout(context.database, 'vouch', orderNo);
  const said = await saidByPersons(context, requests, { takesTwo: true });
  return new Map(
    said.flatMap(({ input, hash }) => VOUCHES.flatMap((word) => (input['for'] === word ? [[word, hash]] : []))),
  );
}

/**
 * Bookings that persons have matched with an order by hand, by their ids: two of them for what is worth more. A booking that
 * is matched twice was matched by them.
 */
export async function matchedByPersons(context: WordsContext, order: Order): Promise<readonly string[]> {
  const requests = await requestsAbout(context.database, 'match', order.orderNo);
  const takesTwo = order.euroCents > context.twoAboveEuroCents;
  const said = await saidByPersons(context, requests, { takesTwo, lifetimes: MATCHED });
  return [...new Set(said.flatMap(({ input }) => input['entry'] ?? []))];
}
