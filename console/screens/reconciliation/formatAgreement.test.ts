import { expect, test } from 'vitest';
import { formatAgreement } from './formatAgreement.ts';

const line = (state: 'agrees' | 'open' | 'pending' | 'accepted', halted = false) => ({ state, halted, unit: 'USDC' });

test('all agree, or so many of so many, and what stands still is named', () => {
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

test('what has its time, or is accepted, is not said to agree', () => {
  const lines = [line('agrees'), line('pending'), line('pending'), line('accepted')];
  expect(formatAgreement({ places: [{ name: 'Bank', lines }] })).toEqual({
    differ: '',
    agree: '1 of 4 balances match. 2 pending. 1 accepted.',
    halted: '',
  });
});
