import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExactJson } from './exactJson.ts';

test.each([
  ['0.1', '0.1'],
  ['12345678901234567890.123456789', '12345678901234567890.123456789'],
  ['1e-7', '0.0000001'],
  ['1.5E-7', '0.00000015'],
  ['12.5e1', '125'],
  ['1.234e2', '123.4'],
  ['2e+3', '2000'],
  ['-1.5e-1', '-0.15'],
  ['0e0', '0'],
])('%s is read as %s', (written, read) => {
  expect(parseExactJson(`{"amount": ${written}}`)).toEqual({ amount: read });
});

test('changes nothing but numbers', () => {
  const body = { text: '1e5', list: [true, null, { deep: 'x' }] };
  expect(parseExactJson(JSON.stringify(body))).toEqual(body);
});

test('reads every number that JavaScript writes as the same number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(Number(parseExactJson(JSON.stringify(number)))).toBe(Object.is(number, -0) ? 0 : number);
    }),
  );
});
