import type { Amount } from '@slipway/money/amount.ts';
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

export type MatchContext = WordsContext & {
  /** What the buyer was asked for, in cents of a euro by the signer's own prices; undefined without a price. */
  priceMoney(pay: Amount): Promise<bigint | undefined>;
};

/**
 * Returns the ids of bookings that persons matched with an order by hand: two persons above the limit, or if nobody can price the
 * order. The order's own `euroCents` is not sealed.
 */
export async function matchedByPersons(context: MatchContext, order: Order): Promise<readonly string[]> {
  const requests = await requestsAbout(context.database, 'match', order.orderNo);
  if (requests.length === 0) return [];
  const cents = await context.priceMoney(order.pay);
  const takesTwo = cents === undefined || cents > context.twoAboveEuroCents;
  const said = await saidByPersons(context, requests, { takesTwo, lifetimes: MATCHED });
  return [...new Set(said.flatMap(({ input }) => input['entry'] ?? []))];
}
