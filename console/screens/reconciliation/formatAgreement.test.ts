import { expect, test } from 'vitest';
import { formatAgreement } from './formatAgreement.ts';

const line = (state: 'agrees' | 'open' | 'pending' | 'accepted', halted = false) => ({ state, halted, unit: 'USDC' });

test('counts balances that match and differ, and names halted payouts', () => {
  expect(formatAgreement({ places: [{ name: 'Bank', lines: [line('agrees'), line('agrees')] }] })).toEqual({
    differ: '',
    agree: '2 balances match.',
    halted: '',
  });
  expect(
    formatAgreement({
      places: [
        { name: 'Bank', lines: [line('agrees')] },
        { name: 'Base', lines: [line('open', true)] },
      ],
    }),
  ).toEqual({
    differ: '1 break.',
    agree: '1 of 2 balances match.',
    halted: 'USDC on Base: outgoing payments are halted until someone decides.',
  });
});

test('counts pending and accepted balances separately from matching ones', () => {
  const lines = [line('agrees'), line('pending'), line('pending'), line('accepted')];
  expect(formatAgreement({ places: [{ name: 'Bank', lines }] })).toEqual({
    differ: '',
    agree: '1 of 4 balances match. 2 pending. 1 accepted.',
    halted: '',
  });
});
