import { expect, test } from 'vitest';
import { formatListChanges, mergeStableRows } from './stableRows.ts';

type Row = { readonly id: string; readonly text: string };
const row = (id: string, value = 'first'): Row => ({ id, text: value });
const getId = ({ id }: Row) => id;
const former = new Map([row('a'), row('b'), row('c')].map((one) => [one.id, one]));

test('keeps the shown rows in place with new values, marks a removed row, and counts a new row without showing it', () => {
  const list = mergeStableRows(['a', 'b', 'c'], former, [row('d'), row('c', 'second'), row('a')], getId);
  expect(list).toEqual({
    rows: [row('a'), { ...row('b'), gone: true }, row('c', 'second')],
    fresh: 1,
    gone: 1,
  });
});

test('counts a missing row as gone, except at the end of a truncated list, where new rows may have displaced it', () => {
  const now = [row('d'), row('a')];
  expect(mergeStableRows(['a', 'b', 'c'], former, now, getId, true)).toMatchObject({ fresh: 1, gone: 0 });
  expect(mergeStableRows(['b', 'a', 'c'], former, now, getId, true)).toMatchObject({ fresh: 1, gone: 1 });
  expect(mergeStableRows(['a', 'b', 'c'], former, now, getId)).toMatchObject({ fresh: 1, gone: 2 });
});

test.each([
  [{ fresh: 3, gone: 1 }, '3 new, 1 decided'],
  [{ fresh: 0, gone: 2 }, '2 decided'],
  [{ fresh: 0, gone: 0 }, ''],
])('formats %o as %s', (change, expected) => {
  expect(formatListChanges(change, 'decided')).toBe(expected);
});
