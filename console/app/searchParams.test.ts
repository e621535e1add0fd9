import { expect, test } from 'vitest';
import { formatSearchParams, parseSearchParams, readRouteSearch } from './searchParams.ts';

test('filters stand in the address as plain words, and come back as they were', () => {
  const written = formatSearchParams({ q: '1640.00 EUR', view: 'on hold', page: '2' });
  expect(written).toBe('?q=1640.00+EUR&view=on+hold&page=2');
  expect(parseSearchParams(written)).toEqual({ q: '1640.00 EUR', view: 'on hold', page: '2' });
});

test('what is empty or no word does not stand there', () => {
  expect(formatSearchParams({ q: '', view: undefined, n: 3 })).toBe('');
  expect(readRouteSearch({ q: 'a', n: 3, list: ['b'] })).toEqual({ q: 'a' });
});
