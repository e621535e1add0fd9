import { setImmediate } from 'node:timers/promises';

/** How long work may hold the process before everything else has its turn. */
const HELD_MS = 8;

/** For between two pieces of long work: everything else has its turn. */
export async function giveTurn(): Promise<void> {
  await setImmediate();
}

/** As `map`, with everything else having its turn before, and between the items. */
export async function eachInTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  await giveTurn();
  let since = performance.now();
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    results.push(work(item, index));
    if (performance.now() - since < HELD_MS) continue;
    await giveTurn();
    since = performance.now();
  }
  return results;
}
