import { findByName } from '../../operator/show/findOrdersStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { MOST_FOUND, ordersNumbered, ordersOfCard, ordersPaying, ordersTo } from './searchStore.ts';
import { countsOf, type Reading, readingsOf } from './understand.ts';

/** What a text was taken for, and the orders that it names. */
export type Searched = { readonly ids: readonly number[]; readonly understood: readonly string[] };

/** `digits`: how many the pay currencies have that there are. */
export type SearchContext = { readonly database: Database; readonly digits: readonly number[] };

type Hit = { readonly as: string; readonly ids: readonly number[] };

const NOT_BY_INDEX = {
  account:
    'It looks like an account’s number: these are kept sealed and cannot be searched. Look by the transfer’s reference or its amount instead.',
  person:
    'It looks like a person’s name: names are kept sealed and cannot be searched. Look by the mail, the card’s end or the amount instead.',
} as const;

/** Orders by whatever somebody has at hand. Every way is asked by an index; what was found is said for each of them. */
export async function searchOrders(context: SearchContext, typed: string): Promise<Searched> {
  const readings = readingsOf(typed);
  const hits = (await Promise.all(readings.map((reading) => ask(context, reading)))).flat();
  const found = hits.filter(({ ids }) => ids.length > 0);
  const ids = [...new Set(found.flatMap((hit) => hit.ids))];
  return { ids, understood: wordsOf(readings, found, typed) };
}

async function ask({ database, digits }: SearchContext, reading: Reading): Promise<readonly Hit[]> {
  switch (reading.kind) {
    case 'name':
      return byName(database, reading.text);
    case 'beginning':
      return [
        {
          as: `${reading.text} is the beginning of an order’s number`,
          ids: await ordersNumbered(database, reading.text),
        },
      ];
    case 'card':
      return [{ as: `a card that ends in ${reading.last4}`, ids: await ordersOfCard(database, reading.last4) }];
    case 'address':
      return [
        {
          as: `${reading.text} is the address of a wallet`,
          ids: await ordersTo(database, [...new Set([reading.text, reading.text.toLowerCase()])]),
        },
      ];
    case 'amount': {
      const counts = countsOf(reading.value, digits);
      const ids = counts.length === 0 ? [] : await ordersPaying(database, counts, reading.currency);
      return [{ as: `an amount to pay${reading.currency === undefined ? '' : ` in ${reading.currency}`}`, ids }];
    }
    case 'sealed':
      return [];
  }
}

async function byName(database: Database, text: string): Promise<readonly Hit[]> {
  const found = await findByName(database, text);
  return [...Map.groupBy(found, ({ by }) => by)].map(([by, hits]) => ({
    as: `${text} is ${by}`,
    ids: hits.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])),
  }));
}

function wordsOf(readings: readonly Reading[], found: readonly Hit[], typed: string): readonly string[] {
  if (readings.length === 0) return [];
  const sealed = readings.flatMap((reading) => (reading.kind === 'sealed' ? [NOT_BY_INDEX[reading.what]] : []));
  if (found.length > 0) return [...new Set(found.map(({ as, ids }) => `${as}: ${counted(new Set(ids).size)}`))];
  if (sealed.length > 0) return sealed;
  return [`Nothing is known by ${typed.trim()}.`];
}

function counted(orders: number): string {
  if (orders >= MOST_FOUND) return `the newest ${MOST_FOUND} orders`;
  return orders === 1 ? '1 order' : `${orders} orders`;
}
