import { describe, expect, test } from 'vitest';
import { readQuoteQuery } from '../quote/link/quoteQuery.ts';
import { buildEditPath, findVisitOrigin, readBuyQuery } from './buyQuery.ts';

const ether = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

describe('the query', () => {
  test('is empty by default', () => {
    expect(new Set(Object.values(readBuyQuery('')))).toEqual(new Set(['']));
  });

  test('normalizes a lowercase crypto, an amount with a comma and an address with spaces', () => {
    expect(readBuyQuery(`?getCurrency=usdc_base&getCurrencyAmount=12,5&receiveAddress=%20${ether}%20`)).toMatchObject({
      getCurrency: 'USDC_BASE',
      getCurrencyAmount: '12.5',
      address: ether,
    });
  });

  test('reads a proposed crypto and amount', () => {
    expect(readBuyQuery('?defaultGetCurrency=eth&defaultGetCurrencyAmount=0.05')).toMatchObject({
      getCurrency: '',
      defaultGetCurrency: 'ETH',
      getCurrencyAmount: '',
      defaultGetCurrencyAmount: '0.05',
    });
  });

  test('uses walletAddress if receiveAddress is missing', () => {
    expect(readBuyQuery(`?walletAddress=${ether}`).address).toBe(ether);
    expect(readBuyQuery(`?walletAddress=a&receiveAddress=${ether}`).address).toBe(ether);
  });

  test.each(['0.00', 'lots', '-5', '1e5', '1,234', '5&defaultGetCurrencyAmount=6'])(
    'ignores the amount %s',
    (amount) => {
      expect(readBuyQuery(`?defaultGetCurrencyAmount=${amount}`).defaultGetCurrencyAmount).toBe('');
    },
  );

  test('does not use the amount of a proposed crypto for the fixed crypto', () => {
    const query = readBuyQuery('?getCurrency=ETH&defaultGetCurrency=BTC&defaultGetCurrencyAmount=5');
    expect(query).toMatchObject({ getCurrency: 'ETH', getCurrencyAmount: '', defaultGetCurrencyAmount: '' });
  });
});

describe('the URL that opens Edit', () => {
  const entry = { currency: 'BTC', amount: '0.5', address: 'bc1q', origin: 'https://shop.example' };

  test('fixes the values that the link fixed', () => {
    const path = buildEditPath(readBuyQuery('?getCurrency=BTC&getCurrencyAmount=0.2&offerType=slipway'), entry);
    const edit = readQuoteQuery(path.slice('/edit'.length), undefined);
    expect(edit).toMatchObject({
      getCurrency: 'BTC',
      getCurrencyAmount: '0.5',
      address: 'bc1q',
      origin: 'https://shop.example',
      offerType: 'slipway',
      side: 'Get',
    });
    expect(edit.locked.receiveCurrency).toBe(true);
  });

  test('only proposes the values that the buyer chose', () => {
    const path = buildEditPath(readBuyQuery('?defaultGetCurrency=ETH'), entry);
    expect(path).toBe(
      '/edit?address=bc1q&origin=https%3A%2F%2Fshop.example&defaultGetCurrency=BTC&defaultGetCurrencyAmount=0.5',
    );
    expect(readQuoteQuery(path.slice('/edit'.length), undefined).locked.receiveCurrency).toBe(false);
  });
});

test.each([
  ['https://given.example', 'https://shop.example/x', 'https://given.example'],
  ['', 'https://shop.example/x?y', 'https://shop.example'],
  ['', '', 'https://own.example'],
  ['', 'android-app://com.example', 'https://own.example'],
  ['', 'https://', 'https://own.example'],
])('the origin of a visit with the parameter "%s" and the referrer "%s" is %s', (given, referrer, expected) => {
  expect(findVisitOrigin(given, referrer, 'https://own.example')).toBe(expected);
});
