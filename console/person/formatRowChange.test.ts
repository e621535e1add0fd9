import { expect, test } from 'vitest';
import { formatRowChange } from './formatRowChange.ts';

const set = (change: string) => formatRowChange({ action: 'set', input: { change } });

test('lists the changed fields in the form’s units, names a deletion, and returns undefined for any other request', () => {
  const fields = '{"percent":"0.036","fixed":"0.40","maximumPay":null,"methods":["a","b"],"enabled":false}';
  expect(set(`{"kind":"fee","key":"credit_debit_card/EUR","fields":${fields}}`)?.replaceAll('\u00a0', ' ')).toBe(
    'Fee 3.6 %; Fixed fee 0.40 EUR; Max. amount removed; Methods a, b; Enabled no',
  );
  expect(formatRowChange({ action: 'remove', input: {} })).toBe('the setting is deleted');
  expect(formatRowChange({ action: 'refund', input: {} })).toBeUndefined();
  expect(set('no')).toBeUndefined();
});
