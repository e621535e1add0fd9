import { expect, test } from 'vitest';
import { requestTitle } from './requestTitle.ts';

test.each([
  ['2.000000000000000000 ETH', 'Withdraw 2 ETH to 0xabc'],
  ['0.250000 USDC_BASE', 'Withdraw 0.25 USDC_BASE to 0xabc'],
  ['0.000000000000000001 ETH', 'Withdraw 0.000000000000000001 ETH to 0xabc'],
  ['20 ETH', 'Withdraw 20 ETH to 0xabc'],
])('%s is said with every digit that says something', (subject, title) => {
  expect(requestTitle({ action: 'withdraw', subject, input: { address: '0xabc' } })).toBe(title);
});

test.each(['new-act', 'constructor', '__defineGetter__'])(
  'an act without words of its own is said as it is named: %s',
  (action) => {
    expect(requestTitle({ action, subject: 'x', input: {} })).toBe(`${action} x`);
  },
);
