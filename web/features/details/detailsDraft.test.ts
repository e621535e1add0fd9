import { describe, expect, test } from 'vitest';
import { emptyDetails, parseDetailsDraft } from './detailsDraft.ts';

const HALF_HOUR_MS = 30 * 60 * 1000;
const values = { ...emptyDetails, firstName: 'Anna', city: 'Berlin' };

function stored(savedAt: number, held: unknown = values): string {
  return JSON.stringify({ savedAt, values: held });
}

describe('parseDetailsDraft', () => {
  test('gives back what was typed', () => {
    expect(parseDetailsDraft(stored(1000), 2000)).toEqual(values);
  });

  test('for half an hour', () => {
    expect(parseDetailsDraft(stored(0), HALF_HOUR_MS - 1)).toEqual(values);
    expect(parseDetailsDraft(stored(0), HALF_HOUR_MS)).toBe(emptyDetails);
  });

  test('a clock that was turned back makes it no younger', () => {
    expect(parseDetailsDraft(stored(5000), 4000)).toBe(emptyDetails);
  });

  test('keeps the known fields, as text', () => {
    const held = { firstName: 'Anna', lastName: 7, passport: 'X1' };
    expect(parseDetailsDraft(stored(0, held), 1)).toEqual({ ...emptyDetails, firstName: 'Anna' });
  });

  test.each([null, '', '{', 'null', '[]', '{"savedAt":0}'])('anything else is empty: %s', (text) => {
    expect(parseDetailsDraft(text, 1)).toEqual(emptyDetails);
  });
});
