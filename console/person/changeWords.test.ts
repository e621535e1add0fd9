import { expect, test } from 'vitest';
import { changeWords } from './changeWords.ts';

const set = (change: string) => changeWords({ action: 'set', input: { change } });

test('a change is read field by field, and what cannot be read is not made up', () => {
  expect(set('{"kind":"fee","key":"k","fields":{"fixed":"0.40","maximumPay":null,"methods":["a","b"]}}')).toBe(
    'fixed 0.40; maximumPay taken out; methods a, b',
  );
  expect(changeWords({ action: 'remove', input: {} })).toBe('the row is taken out');
  expect(changeWords({ action: 'refund', input: {} })).toBeUndefined();
  expect(set('no')).toBeUndefined();
});
