/** Each page costs calls of a budget that orders need: what is further back is read from a later start. */
const MOST_PAGES = 400;
/**
 * What is missing is first taken to be older than all that is known, then to be new since, then to be anywhere. A list that is
 * not whole after that grows too fast.
 */
const PASSES = ['older', 'newer', 'newer', 'newer', 'all', 'newer', 'newer'] as const;
/** How long what has been read is remembered, by the exchange's time; no reading is usually asked for more. */
const KEPT_SECONDS = 60 * 60;

/** Of a list newest first: fifty at most (docs.kraken.com/api-reference/account-data/get-ledgers-info, `ofs`), and how many there are in all. */
export type Page<Item> = { readonly items: readonly (readonly [id: string, item: Item])[]; readonly count: number };

export type ReadPage<Item> = (offset: number) => Promise<Page<Item>>;

export type NewestFirst<Item> = {
  /**
   * All items later than `start`, in epoch seconds, newest first; undefined when the list grew all the time. `page` reads what
   * is later than `start` too, which must not change once the first page has been asked for.
   */
  since(start: () => number, page: ReadPage<Item>): Promise<ReadonlyMap<string, Item> | undefined>;
  /** Has an item read again that may have changed. */
  forget(id: string): void;
};

type Entry<Item> = readonly [id: string, item: Item];

/**
 * Remembers a list that only grows, so that reading it again costs the page with what is new. The exchange states with each
 * page how many items there are since `start`: when as many are known, none is missing, however late it was written down.
 */
export function createNewestFirst<Item>(
  timeOf: (item: Item) => number,
  keptSeconds: number = KEPT_SECONDS,
): NewestFirst<Item> {
  /** In the order in which the exchange lists them: lines of one moment have an order too. */
  let known: readonly Entry<Item>[] = [];
  let reading = 0;

  const later = (start: number) => known.filter(([, item]) => timeOf(item) > start);

  /** How many of the items were not known. */
  function remember(items: readonly Entry<Item>[], offset: number): number {
    const [first] = items;
    if (!first) return 0;
    const { length } = known;
    const ids = new Set(items.map(([id]) => id));
    const others = known.filter(([id]) => !ids.has(id));
    const older = others.findIndex(([, item]) => timeOf(item) < timeOf(first[1]));
    const at = offset === 0 ? 0 : older === -1 ? others.length : older;
    known = [...others.slice(0, at), ...items, ...others.slice(at)];
    return known.length - length;
  }

  /** Reads pages until nothing is missing; false when something still is at the end. */
  async function pass(start: () => number, page: ReadPage<Item>, missing: (typeof PASSES)[number]): Promise<boolean> {
    for (let pages = 0, offset = 0; pages < MOST_PAGES; pages++) {
      const { items, count } = await page(offset);
      const found = remember(items, offset);
      const { length } = later(start());
      if (length === count) return true;
      if (length > count) known = known.filter(([, item]) => timeOf(item) <= start());
      offset += items.length;
      if (missing === 'older') offset = Math.max(offset, length);
      if (items.length === 0 || offset >= count || (missing === 'newer' && found === 0)) return false;
    }
    throw new Error('the account has moved too often to be read at once');
  }

  function forgetOld(): void {
    const newest = known.reduce((time, [, item]) => Math.max(time, timeOf(item)), 0);
    if (reading === 0) known = known.filter(([, item]) => timeOf(item) >= newest - keptSeconds);
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
