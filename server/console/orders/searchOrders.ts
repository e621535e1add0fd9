import { findByIdentifier } from '../../operator/show/orderSearchStore.ts';
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
  const interpretations = interpretSearch(typed);
  const hits = (
    await Promise.all(interpretations.map((interpretation) => searchByInterpretation(context, interpretation)))
  ).flat();
  const found = hits.filter(({ ids }) => ids.length > 0);
  const ids = [...new Set(found.flatMap((hit) => hit.ids))];
  return { ids, understood: describeSearchResult(interpretations, found, typed) };
}

async function searchByInterpretation(
  { database, digits }: SearchContext,
  interpretation: SearchInterpretation,
): Promise<readonly Hit[]> {
  switch (interpretation.kind) {
    case 'name':
      return searchByIdentifier(database, interpretation.text);
    case 'beginning':
      return [
        {
          as: `${interpretation.text} is the beginning of an order number`,
          ids: await findOrdersByNumber(database, interpretation.text),
        },
      ];
    case 'card':
      return [
        { as: `card ending in ${interpretation.last4}`, ids: await findOrdersByCard(database, interpretation.last4) },
      ];
    case 'address':
      return [
        {
          as: `${interpretation.text} is a wallet address`,
          ids: await findOrdersByAddress(database, [
            ...new Set([interpretation.text, interpretation.text.toLowerCase()]),
          ]),
        },
      ];
    case 'amount': {
      const amounts = toMinorUnits(interpretation.value, digits);
      const ids = amounts.length === 0 ? [] : await findOrdersByPayAmount(database, amounts, interpretation.currency);
      return [
        { as: `payment amount${interpretation.currency === undefined ? '' : ` in ${interpretation.currency}`}`, ids },
      ];
    }
    case 'sealed':
      return [];
  }
}

async function searchByIdentifier(database: Database, text: string): Promise<readonly Hit[]> {
  const found = await findByIdentifier(database, text);
  return [...Map.groupBy(found, ({ by }) => by)].map(([by, hits]) => ({
    as: `${text} is ${by}`,
    ids: hits.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])),
  }));
}

function describeSearchResult(
  interpretations: readonly SearchInterpretation[],
  found: readonly Hit[],
  typed: string,
): readonly string[] {
  if (interpretations.length === 0) return [];
  const sealed = interpretations.flatMap((interpretation) =>
    interpretation.kind === 'sealed' ? [UNSEARCHABLE[interpretation.what]] : [],
  );
  if (found.length > 0)
    return [...new Set(found.map(({ as, ids }) => `${as}: ${formatOrderCount(new Set(ids).size)}`))];
  if (sealed.length > 0) return sealed;
  return [`No results for ${typed.trim()}.`];
}

function formatOrderCount(orders: number): string {
  if (orders >= MAX_FOUND) return `${MAX_FOUND} orders or more, of which ${MAX_FOUND} are listed`;
  return orders === 1 ? '1 order' : `${orders} orders`;
}
