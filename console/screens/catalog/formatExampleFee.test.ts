import { expect, test } from 'vitest';
import { formatExampleFee } from './formatExampleFee.ts';

test.each([
  ['credit_debit_card/EUR', { percent: '3.5', fixed: '0', minimum: '0' }, '100.00 EUR', '3.50 EUR'],
  ['credit_debit_card/EUR', { percent: '3.9', fixed: '0.30', minimum: '3.99' }, '100.00 EUR', '4.20 EUR'],
  ['credit_debit_card/EUR', { percent: '1', fixed: '0', minimum: '3.99' }, '100.00 EUR', '3.99 EUR'],
  ['bank_transfer/JPY', { percent: '1.5', fixed: '0', minimum: '0' }, '100 JPY', '2 JPY'],
])('states the fee of a purchase of 100 for %s with %j', (key, texts, paid, fee) => {
  expect(formatExampleFee(key, texts)?.replaceAll('\u00a0', ' ')).toBe(
    `A buyer who pays ${paid} pays a fee of ${fee}.`,
  );
});

test.each([
  { percent: '', fixed: '0', minimum: '0' },
  { percent: '3.5', fixed: 'x', minimum: '0' },
  { percent: '3.5', fixed: '0.001', minimum: '0' },
])('returns undefined for %j', (texts) => {
  expect(formatExampleFee('credit_debit_card/EUR', texts)).toBeUndefined();
});
