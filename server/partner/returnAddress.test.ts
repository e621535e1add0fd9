import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildReturnAddress } from './partner.ts';

const order = { orderNo: '7KQ2', status: 'delivered' };

test.each([
  ['https://shop.example', 'https://shop.example?orderNo=7KQ2&status=delivered'],
  ['https://shop.example/done', 'https://shop.example/done?orderNo=7KQ2&status=delivered'],
  ['https://shop.example/done?', 'https://shop.example/done?orderNo=7KQ2&status=delivered'],
  ['https://shop.example/done?cart=a%20b', 'https://shop.example/done?cart=a%20b&orderNo=7KQ2&status=delivered'],
  ['https://shop.example/?q=why?', 'https://shop.example/?q=why?&orderNo=7KQ2&status=delivered'],
  ['https://shop.example/#/cart?x=1', 'https://shop.example/?orderNo=7KQ2&status=delivered#/cart?x=1'],
  ['https://shop.example/??', 'https://shop.example/??&orderNo=7KQ2&status=delivered'],
  ['/my-orders', '/my-orders?orderNo=7KQ2&status=delivered'],
])('adds the order to %s', (redirectUrl, expected) => {
  expect(buildReturnAddress(redirectUrl, order)).toBe(expected);
});

test('keeps the address’s origin, path, query and fragment', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
      const [before, after] = [new URL(address), new URL(buildReturnAddress(address, order))];
      expect([after.origin, after.pathname, after.hash]).toEqual([before.origin, before.pathname, before.hash]);
      expect([...after.searchParams].slice(0, -2)).toEqual([...before.searchParams]);
      expect([...after.searchParams].slice(-2)).toEqual([
        ['orderNo', '7KQ2'],
        ['status', 'delivered'],
      ]);
    }),
  );
});
