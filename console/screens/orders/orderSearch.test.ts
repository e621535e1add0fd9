import { expect, test } from 'vitest';
import { buildOrdersRequest, buildViewQuery, toggleFilterValue } from './orderSearch.ts';

test('builds a request from the URL’s parameters and omits invalid ones', () => {
  expect(
    buildOrdersRequest({
      q: 'K',
      status: 'on_hold,nonsense,paid',
      country: 'de,xx1, fr',
      euroFrom: '100.5',
      euroTo: '-3',
      from: '2026-11-01',
      to: '2026-11-01',
      sort: 'nonsense',
    }),
  ).toMatchObject({
    q: 'K',
    status: ['paid', 'on_hold'],
    country: ['DE', 'FR'],
    euroFrom: '100.5',
    euroTo: undefined,
    madeFrom: '2026-11-01T00:00:00.000Z',
    madeTo: '2026-11-02T00:00:00.000Z',
    sort: 'newest',
  });
});

test('toggles one filter value and keeps the others', () => {
  const once = toggleFilterValue({ status: 'paid', q: 'x' }, 'status', 'on_hold');
  expect(once).toEqual({ status: 'paid,on_hold', q: 'x' });
  expect(toggleFilterValue(once, 'status', 'paid')).toEqual({ status: 'on_hold', q: 'x' });
});

test('a saved view keeps only the filters of the URL', () => {
  expect(buildViewQuery({ q: 'a b', status: 'on_hold', tab: 'journal', country: '' })).toBe('q=a+b&status=on_hold');
});
