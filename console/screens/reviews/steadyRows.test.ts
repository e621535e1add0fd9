import { expect, test } from 'vitest';
import { steadyRows } from './steadyRows.ts';

const rows = (...ids: string[]) => ids.map((id) => ({ id, of: 'then' }));
const now = (...ids: string[]) => ids.map((id) => ({ id, of: 'now' }));

test('rows stay where they were, as they are now; what is gone stays, what is new waits', () => {
  const { rows: shown, added, gone } = steadyRows(rows('a', 'b', 'c'), now('d', 'c', 'a', 'e'));
  expect(shown).toEqual([
    { id: 'a', of: 'now' },
    { id: 'b', of: 'then' },
    { id: 'c', of: 'now' },
  ]);
  expect(added).toBe(2);
  expect([...gone]).toEqual(['b']);
});

test('the same rows in another order change nothing', () => {
  const { rows: shown, added, gone } = steadyRows(rows('a', 'b'), now('b', 'a'));
  expect(shown.map(({ id }) => id)).toEqual(['a', 'b']);
  expect({ added, gone: gone.size }).toEqual({ added: 0, gone: 0 });
});
