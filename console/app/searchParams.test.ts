import { expect, test } from 'vitest';
import { formatSearchParams, parseSearchParams, readRouteSearch } from './searchParams.ts';

test('writes filters as readable parameters and reads them back unchanged', () => {
  const written = formatSearchParams({ q: '1640.00 EUR', view: 'on hold', page: '2' });
  expect(written).toBe('?q=1640.00+EUR&view=on+hold&page=2');
  expect(parseSearchParams(written)).toEqual({ q: '1640.00 EUR', view: 'on hold', page: '2' });
});

test('omits empty parameters and ignores values that are not text', () => {
  expect(formatSearchParams({ q: '', view: undefined, n: 3 })).toBe('');
  expect(readRouteSearch({ q: 'a', n: 3, list: ['b'] })).toEqual({ q: 'a' });
});
