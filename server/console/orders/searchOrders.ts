import { findByName } from '../../operator/show/orderSearchStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { interpretSearch, type SearchInterpretation, toMinorUnits } from './interpretSearch.ts';
import {
  findOrdersByAddress,
  findOrdersByCard,
  findOrdersByNumber,
  findOrdersByPayAmount,
  MAX_FOUND,
} from './searchStore.ts';

/** How a search text was interpreted, and the orders found. */
export type OrderSearchResult = { readonly ids: readonly number[]; readonly understood: readonly string[] };

/** `digits` are the decimals of the pay currencies. */
export type SearchContext = { readonly database: Database; readonly digits: readonly number[] };

type Hit = { readonly as: string; readonly ids: readonly number[] };

const UNSEARCHABLE = {
  account:
    'This looks like an account number. Account numbers are encrypted and cannot be searched. Search by the transfer reference or the amount instead.',
  person:
    'This looks like a person’s name. Names are encrypted and cannot be searched. Search by email, the last four digits of the card or the amount instead.',
} as const;

/** Finds orders by any identifier. Every interpretation uses an index, and the result reports which of them matched. */
export async function searchOrders(context: SearchContext, typed: string): Promise<OrderSearchResult> {
  const readings = interpretSearch(typed);
  const hits = (await Promise.all(readings.map((reading) => searchByInterpretation(context, reading)))).flat();
  const found = hits.filter(({ ids }) => ids.length > 0);
  const ids = [...new Set(found.flatMap((hit) => hit.ids))];
  return { ids, understood: describeSearchResult(readings, found, typed) };
}

async function searchByInterpretation(
  { database, digits }: SearchContext,
  reading: SearchInterpretation,
): Promise<readonly Hit[]> {
  switch (reading.kind) {
    case 'name':
      return searchByIdentifier(database, reading.text);
    case 'beginning':
      return [
        {
          as: `${reading.text} is the beginning of an order number`,
          ids: await findOrdersByNumber(database, reading.text),
        },
      ];
    case 'card':
      return [{ as: `card ending in ${reading.last4}`, ids: await findOrdersByCard(database, reading.last4) }];
    case 'address':
      return [
        {
          as: `${reading.text} is a wallet address`,
          ids: await findOrdersByAddress(database, [...new Set([reading.text, reading.text.toLowerCase()])]),
        },
      ];
    case 'amount': {
      const counts = toMinorUnits(reading.value, digits);
      const ids = counts.length === 0 ? [] : await findOrdersByPayAmount(database, counts, reading.currency);
      return [{ as: `payment amount${reading.currency === undefined ? '' : ` in ${reading.currency}`}`, ids }];
    }
    case 'sealed':
      return [];
  }
}

async function searchByIdentifier(database: Database, text: string): Promise<readonly Hit[]> {
  const found = await findByName(database, text);
  return [...Map.groupBy(found, ({ by }) => by)].map(([by, hits]) => ({
    as: `${text} is ${by}`,
    ids: hits.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])),
  }));
}

function describeSearchResult(
  readings: readonly SearchInterpretation[],
  found: readonly Hit[],
  typed: string,
): readonly string[] {
  if (readings.length === 0) return [];
  const sealed = readings.flatMap((reading) => (reading.kind === 'sealed' ? [UNSEARCHABLE[reading.what]] : []));
  if (found.length > 0)
    return [...new Set(found.map(({ as, ids }) => `${as}: ${formatOrderCount(new Set(ids).size)}`))];
  if (sealed.length > 0) return sealed;
  return [`No results for ${typed.trim()}.`];
}

function formatOrderCount(orders: number): string {
  if (orders >= MAX_FOUND) return `the newest ${MAX_FOUND} orders`;
  return orders === 1 ? '1 order' : `${orders} orders`;
}
