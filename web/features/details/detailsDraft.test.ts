import { describe, expect, test } from 'vitest';
import { emptyDetails, parseDetailsDraft } from './detailsDraft.ts';

const HALF_HOUR_MS = 30 * 60 * 1000;
const values = { ...emptyDetails, firstName: 'Anna', city: 'Berlin' };

function stored(savedAt: number, held: unknown = values): string {
  return JSON.stringify({ savedAt, values: held });
}

describe('parseDetailsDraft', () => {
  test('restores the typed values', () => {
    expect(parseDetailsDraft(stored(1000), 2000)).toEqual(values);
  });

  test('expires after half an hour', () => {
    expect(parseDetailsDraft(stored(0), HALF_HOUR_MS - 1)).toEqual(values);
    expect(parseDetailsDraft(stored(0), HALF_HOUR_MS)).toBe(emptyDetails);
  });

  test('expires if the clock was set back', () => {
    expect(parseDetailsDraft(stored(5000), 4000)).toBe(emptyDetails);
  });

  test('keeps only known fields with text', () => {
    const held = { firstName: 'Anna', lastName: 7, passport: 'X1' };
    expect(parseDetailsDraft(stored(0, held), 1)).toEqual({ ...emptyDetails, firstName: 'Anna' });
  });

  test.each([null, '', '{', 'null', '[]', '{"savedAt":0}'])('returns empty details for invalid data: %s', (text) => {
    expect(parseDetailsDraft(text, 1)).toEqual(emptyDetails);
  });
});
