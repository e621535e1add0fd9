import { expect, test } from 'vitest';
import { formatFieldTitle, formatFieldValue } from './formatFieldValue.ts';

test.each([
  ['fee', 'credit_debit_card/EUR', 'percent', '0.035', 'Fee', '3.5\u00a0%'],
  ['fee', 'credit_debit_card/EUR', 'fixed', '0.30', 'Fixed fee', '0.30\u00a0EUR'],
  ['fee', 'bank_transfer/GBP', 'maximumPay', '500', 'Max. amount', '500\u00a0GBP'],
  ['currency', 'USD', 'minimum', '30', 'Min. amount', '30\u00a0USD'],
  ['crypto', 'BTC', 'spread', '0.01', 'Spread', '1\u00a0%'],
  ['crypto', 'BTC', 'treasuryFloor', '0.5', 'Treasury floor', '0.5\u00a0BTC'],
  ['partner', 'shop', 'share', '0', 'Share', '0\u00a0%'],
  ['rule', 'driftLimit', 'value', '0.005', 'Value', '0.5\u00a0%'],
  ['rule', 'identityAboveEuro', 'value', '150', 'Value', '150\u00a0EUR'],
  ['rule', 'wakeNextMinutes', 'value', 15, 'Value', '15\u00a0minutes'],
  ['rule', 'nameMatchPercent', 'value', 85, 'Value', '85\u00a0%'],
  ['country', 'DE', 'banned', false, 'Banned', 'no'],
  ['country', 'DE', 'maximumEuro', null, 'Maximum euro', ''],
  ['fee', 'credit_debit_card/EUR', 'percent', 'a lot', 'Fee', '“a lot”\u00a0%'],
])('formats %s %s, %s: %j', (kind, key, name, value, title, formattedValue) => {
  expect(formatFieldTitle(kind, name)).toBe(title);
  expect(formatFieldValue(kind, key, name, value)).toBe(formattedValue);
});
