import { describe, expect, test, vi } from 'vitest';
import { emptyDetails, getDetailsDraft, parseDetailsDraft, storeDetailsDraft } from './detailsDraft.ts';

const HALF_HOUR_MS = 30 * 60 * 1000;
const values = { ...emptyDetails, firstName: 'Anna', city: 'Berlin' };

function stored(savedAt: number, fields: unknown = values): string {
  return JSON.stringify({ savedAt, values: fields });
}

describe('the typed details', () => {
  test('are restored', () => {
    expect(parseDetailsDraft(stored(1000), 2000)).toEqual(values);
  });

  test('are stored while they are typed', () => {
    const storedValues = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storedValues.get(key) ?? null,
      setItem: (key: string, value: string) => storedValues.set(key, value),
    });
    storeDetailsDraft(values);
    expect([...storedValues.keys()]).toEqual(['keyForm']);
    expect(getDetailsDraft()).toEqual(values);
    vi.unstubAllGlobals();
  });

  test('expire after half an hour', () => {
    expect(parseDetailsDraft(stored(0), HALF_HOUR_MS - 1)).toEqual(values);
    expect(parseDetailsDraft(stored(0), HALF_HOUR_MS)).toBe(emptyDetails);
  });

  test('expire if the clock was set back', () => {
    expect(parseDetailsDraft(stored(5000), 4000)).toBe(emptyDetails);
  });

  test('are restored only for known fields with text', () => {
    const fields = { firstName: 'Anna', lastName: 7, passport: 'X1' };
    expect(parseDetailsDraft(stored(0, fields), 1)).toEqual({ ...emptyDetails, firstName: 'Anna' });
  });

  test.each([null, '', '{', 'null', '[]', '{"savedAt":0}'])('are empty for invalid data: %s', (text) => {
    expect(parseDetailsDraft(text, 1)).toEqual(emptyDetails);
  });
});
