import { expect, test } from 'vitest';
import { parseSearch, readSearch, writeSearch } from './search.ts';

test('filters stand in the address as plain words, and come back as they were', () => {
  const written = writeSearch({ q: '1640.00 EUR', view: 'on hold', page: '2' });
  expect(written).toBe('?q=1640.00+EUR&view=on+hold&page=2');
  expect(parseSearch(written)).toEqual({ q: '1640.00 EUR', view: 'on hold', page: '2' });
});

test('what is empty or no word does not stand there', () => {
  expect(writeSearch({ q: '', view: undefined, n: 3 })).toBe('');
  expect(readSearch({ q: 'a', n: 3, list: ['b'] })).toEqual({ q: 'a' });
});
