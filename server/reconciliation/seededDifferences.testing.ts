import { expect } from 'vitest';
import type { Database } from '../platform/database/database.ts';
import { findUnclearedDifferences } from './differences/differenceStore.ts';
import { createMatchingBooks } from './matchingBooks.testing.ts';
import { differencePlanters, type PlantedDifference, steal } from './plantedDifferences.testing.ts';

/**
 * Creates the books of this many orders and reconciles; then plants differences, reconciles again, and asserts that exactly
 * these are found. Returns the seconds of the first reconciliation, and the numbers of found and expected rows.
 */
export async function findPlantedDifferences(
  { url, database }: { readonly url: string; readonly database: Database },
  { orders, differences, seed }: { readonly orders: number; readonly differences: number; readonly seed: number },
) {
  const books = await createMatchingBooks(url, database);
  try {
    await books.reconcile();
    await books.addOrders(orders);
    const begun = performance.now();
    await books.reconcile();
    const seconds = (performance.now() - begun) / 1000;
    expect(await findUnclearedDifferences(database)).toEqual([]);

    const expected: PlantedDifference[] = [...(await steal(books))];
    const changedOrders = shuffleOrders(orders, seed).slice(0, differences - 1);
    for (const [index, n] of changedOrders.entries()) {
      const plant = differencePlanters[index % differencePlanters.length];
      expected.push(...((await plant?.(books, n)) ?? []));
    }
    await books.reconcile();
    const found = (await findUnclearedDifferences(database)).flatMap(({ place, asset, rows, restUnits }) => [
      ...rows.map(({ id }): PlantedDifference => ({ place, asset, row: id })),
      ...(restUnits === 0n ? [] : [{ place, asset, row: null }]),
    ]);
    expect(formatPlanted(found)).toEqual(formatPlanted(expected));
    return { seconds, found: found.length, expected: expected.length };
  } finally {
    await books.close();
  }
}

function formatPlanted(planted: readonly PlantedDifference[]): string[] {
  return planted.map(({ place, asset, row }) => `${place} ${asset} ${row ?? 'unexplained'}`).toSorted();
}

/** Returns the numbers of all orders, shuffled by the seed (Lehmer's generator). */
function shuffleOrders(count: number, seed: number): number[] {
  let state = (seed % 2_147_483_646) + 1;
  const drawn = Array.from({ length: count }, (_, index) => {
    state = (state * 48_271) % 2_147_483_647;
    return { n: index + 1, at: state };
  });
  return drawn.toSorted((a, b) => a.at - b.at).map(({ n }) => n);
}
