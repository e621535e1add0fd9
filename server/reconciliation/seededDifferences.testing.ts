import { expect } from 'vitest';
import type { Database } from '../platform/database/database.ts';
import { standingDifferences } from './differenceStore.ts';
import { layBooks } from './laidBooks.testing.ts';
import { type Planted, plants, steal } from './plantedDifferences.testing.ts';

/** Lays the books of so many orders, and looks; then spoils so many of them, and looks again. */
export async function findPlanted(
  { url, database }: { readonly url: string; readonly database: Database },
  { orders, differences, seed }: { readonly orders: number; readonly differences: number; readonly seed: number },
) {
  const books = await layBooks(url, database);
  try {
    await books.reconcile();
    await books.addOrders(orders);
    const begun = performance.now();
    await books.reconcile();
    const seconds = (performance.now() - begun) / 1000;
    expect(await standingDifferences(database)).toEqual([]);

    const expected: Planted[] = [...(await steal(books))];
    const spoiled = scattered(orders, seed).slice(0, differences - 1);
    for (const [index, n] of spoiled.entries()) {
      const plant = plants[index % plants.length];
      expected.push(...((await plant?.(books, n)) ?? []));
    }
    await books.reconcile();
    const found = (await standingDifferences(database)).flatMap(({ place, asset, rows, restUnits }) => [
      ...rows.map(({ id }): Planted => ({ place, asset, row: id })),
      ...(restUnits === 0n ? [] : [{ place, asset, row: null }]),
    ]);
    expect(named(found)).toEqual(named(expected));
    return { seconds, found: found.length, expected: expected.length };
  } finally {
    await books.close();
  }
}

function named(planted: readonly Planted[]): string[] {
  return planted.map(({ place, asset, row }) => `${place} ${asset} ${row ?? 'unexplained'}`).toSorted();
}

/** The numbers of all orders in an order that the seed decides (Lehmer's generator). */
function scattered(count: number, seed: number): number[] {
  let state = (seed % 2_147_483_646) + 1;
  const drawn = Array.from({ length: count }, (_, index) => {
    state = (state * 48_271) % 2_147_483_647;
    return { n: index + 1, at: state };
  });
  return drawn.toSorted((a, b) => a.at - b.at).map(({ n }) => n);
}
