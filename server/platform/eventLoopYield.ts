import { setImmediate } from 'node:timers/promises';

/** How long work may block the event loop before it yields. */
const MAX_BLOCKING_MS = 8;

/** Yields to the event loop, between two pieces of long work. */
export async function yieldToEventLoop(): Promise<void> {
  await setImmediate();
}

/** Maps like `map`, and yields to the event loop before the first item and whenever the work took too long without a yield. */
export async function mapWithYields<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  await yieldToEventLoop();
  let since = performance.now();
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    results.push(work(item, index));
    if (performance.now() - since < MAX_BLOCKING_MS) continue;
    await yieldToEventLoop();
    since = performance.now();
  }
  return results;
}
