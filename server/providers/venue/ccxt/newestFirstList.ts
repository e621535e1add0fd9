/** The most pages of one pass: each costs calls of the budget that orders need. */
const MOST_PAGES = 400;
/**
 * Passes in order: missing items are first assumed to be older than all known ones, then new, then anywhere. A list
 * that is incomplete after that grows too fast.
 */
const PASSES = ['older', 'newer', 'newer', 'newer', 'all', 'newer', 'newer'] as const;
/** How long items are cached, by the exchange's time; readings rarely need more. An order takes some kilobytes. */
export const CACHED_SECONDS = 60 * 60;

/**
 * Page of a list, newest first: at most fifty items (docs.kraken.com/api-reference/account-data/get-ledgers-info,
 * `ofs`), and the total count.
 */
export type Page<Item> = { readonly items: readonly (readonly [id: string, item: Item])[]; readonly count: number };

export type ReadPage<Item> = (offset: number) => Promise<Page<Item>>;

export type NewestFirstList<Item> = {
  /**
   * Returns all items after `start`, in epoch seconds, newest first; undefined if the list grew throughout the reading.
   * `page` reads the items after `start`, whose value must not change once the first page has been requested.
   */
  since(start: () => number, page: ReadPage<Item>): Promise<ReadonlyMap<string, Item> | undefined>;
  /** Drops an item that may have changed from the cache. */
  forget(id: string): void;
};

type Entry<Item> = readonly [id: string, item: Item];

/**
 * Creates a cache of a list that only grows, so that reading it again costs only the pages with new items. The exchange
 * returns the number of items since `start` with each page: if as many are known, none is missing, however late it was
 * recorded.
 */
export function createNewestFirstList<Item>(getTime: (item: Item) => number): NewestFirstList<Item> {
  /** In the exchange's order, which is also defined for lines of the same moment. */
  let known: readonly Entry<Item>[] = [];
  let reading = 0;

  const later = (start: number) => known.filter(([, item]) => getTime(item) > start);

  /** Adds items to the list and returns how many were unknown. */
  function remember(items: readonly Entry<Item>[], offset: number): number {
    const [first] = items;
    if (!first) return 0;
    const { length } = known;
    const ids = new Set(items.map(([id]) => id));
    const others = known.filter(([id]) => !ids.has(id));
    const older = others.findIndex(([, item]) => getTime(item) < getTime(first[1]));
    const at = offset === 0 ? 0 : older === -1 ? others.length : older;
    known = [...others.slice(0, at), ...items, ...others.slice(at)];
    return known.length - length;
  }

  /** Reads pages in one pass. Returns true once no item is missing, false if some are still missing at its end. */
  async function pass(start: () => number, page: ReadPage<Item>, missing: (typeof PASSES)[number]): Promise<boolean> {
    for (let pages = 0, offset = 0; pages < MOST_PAGES; pages++) {
      const { items, count } = await page(offset);
      const found = remember(items, offset);
      const { length } = later(start());
      if (length === count) return true;
      // More items are cached than the exchange counts: the cache is wrong, so its items after the start are read again.
      if (length > count) known = known.filter(([, item]) => getTime(item) <= start());
      offset += items.length;
      if (missing === 'older') offset = Math.max(offset, length);
      if (items.length === 0 || offset >= count || (missing === 'newer' && found === 0)) return false;
    }
    throw new Error(`the list is not complete after ${MOST_PAGES} pages`);
  }

  function forgetOld(): void {
    const newest = known.reduce((time, [, item]) => Math.max(time, getTime(item)), 0);
    // A reading in progress may need older items.
    if (reading === 0) known = known.filter(([, item]) => getTime(item) >= newest - CACHED_SECONDS);
  }

  return {
    async since(start, page) {
      forgetOld();
      reading += 1;
      try {
        for (const missing of PASSES) if (await pass(start, page, missing)) return new Map(later(start()));
        return undefined;
      } finally {
        reading -= 1;
      }
    },
    forget(id) {
      known = known.filter(([other]) => other !== id);
    },
  };
}
