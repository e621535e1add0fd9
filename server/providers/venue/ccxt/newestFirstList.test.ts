import { expect, test } from 'vitest';
import { createNewestFirstList } from './newestFirstList.ts';

const PAGE = 3;

/** A list at an exchange, newest first, that counts its readings. */
function createExchangeList() {
  const items: [id: string, time: number][] = [];
  const list = createNewestFirstList<number>((time) => time);
  let pages = 0;
  let between: () => void = () => undefined;
  const read = async (start: number) => {
    const found = await list.since(
      () => start,
      async (offset) => {
        pages += 1;
        between();
        const later = items.filter(([, time]) => time > start).toSorted(([, a], [, b]) => b - a);
        return { items: later.slice(offset, offset + PAGE), count: later.length };
      },
    );
    return found && [...found.keys()];
  };
  return {
    list,
    read,
    add: (id: string, time: number) => void items.unshift([id, time]),
    /** Sets what happens right before each page is answered. */
    beforeEachPage(happens: () => void) {
      between = happens;
    },
    countPages(reading: () => Promise<unknown>) {
      pages = 0;
      return reading().then(() => pages);
    },
  };
}

test('reads all pages once, and afterwards only the page with new items', async () => {
  const { read, add, countPages: pagesSince } = createExchangeList();
  for (let time = 1; time <= 8; time++) add(`item ${time}`, time);
  expect(await read(2)).toEqual(['item 8', 'item 7', 'item 6', 'item 5', 'item 4', 'item 3']);
  add('item 9', 9);
  expect(await pagesSince(async () => expect(await read(4)).toHaveLength(5))).toBe(1);
});

test('reads older items without reading the stored ones again', async () => {
  const { read, add, countPages: pagesSince } = createExchangeList();
  for (let time = 1; time <= 9; time++) add(`item ${time}`, time);
  await read(3);
  expect(await pagesSince(async () => expect(await read(0)).toHaveLength(9))).toBe(2);
});

test('finds an item that the exchange adds late between stored ones', async () => {
  const { read, add } = createExchangeList();
  for (let time = 1; time <= 9; time++) add(`item ${time}`, time);
  await read(0);
  add('late', 1.5);
  expect(await read(0)).toContain('late');
});

test('reads an item again after it was forgotten', async () => {
  const { list, read, add } = createExchangeList();
  for (let time = 1; time <= 5; time++) add(`item ${time}`, time);
  await read(0);
  list.forget('item 4');
  expect(await read(0)).toEqual(['item 5', 'item 4', 'item 3', 'item 2', 'item 1']);
});

test('is complete although the list grows while its pages are read', async () => {
  const { read, add, beforeEachPage } = createExchangeList();
  for (let time = 1; time <= 8; time++) add(`item ${time}`, time);
  let time = 9;
  beforeEachPage(() => add(`item ${time}`, time++));
  const found = await read(0);
  expect(found).toHaveLength(time - 1);
  expect(new Set(found).size).toBe(time - 1);
});

test('keeps the exchange’s order of items with the same time', async () => {
  const { read, add } = createExchangeList();
  add('a', 1);
  add('b', 1);
  expect(await read(0)).toEqual(['b', 'a']);
  add('c', 1);
  expect(await read(0)).toEqual(['c', 'b', 'a']);
});
