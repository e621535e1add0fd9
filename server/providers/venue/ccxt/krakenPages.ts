/** Each page costs two calls of an allowance that orders need: what is further back is read from a later start. */
const MOST_PAGES = 400;
/** A list that grows while its pages are read is read again. */
const TRIES = 3;

/** Of a list newest first: fifty at most (docs.kraken.com/api-reference/account-data/get-ledgers-info, `ofs`), and how many there are in all. */
export type Page<Item> = { readonly items: readonly (readonly [id: string, item: Item])[]; readonly count: number };

/** All items of all pages by id, newest first; undefined when there were more whenever they were read. */
export async function listedWhole<Item>(
  page: (offset: number) => Promise<Page<Item>>,
): Promise<ReadonlyMap<string, Item> | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const items = await allPages(page);
    if (items) return items;
  }
  return undefined;
}

async function allPages<Item>(page: (offset: number) => Promise<Page<Item>>): Promise<Map<string, Item> | undefined> {
  const items = new Map<string, Item>();
  let first: number | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const { items: more, count } = await page(items.size);
    first ??= count;
    if (count !== first) return undefined;
    for (const [id, item] of more) items.set(id, item);
    if (items.size === count) return items;
    if (more.length === 0) return undefined;
  }
  throw new Error('the account has moved too often to be read at once');
}
