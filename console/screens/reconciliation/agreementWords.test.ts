import { expect, test } from 'vitest';
import { agreementWords } from './agreementWords.ts';

const line = (state: 'agrees' | 'open' | 'pending' | 'accepted', halted = false) => ({ state, halted, unit: 'USDC' });

test('all agree, or so many of so many, and what stands still is named', () => {
  expect(agreementWords({ places: [{ name: 'Bank', lines: [line('agrees'), line('agrees')] }] })).toEqual({
    differ: '',
    agree: '2 balances agree to the last digit.',
    halted: '',
  });
  expect(
    agreementWords({
      places: [
        { name: 'Bank', lines: [line('agrees')] },
        { name: 'Base', lines: [line('open', true)] },
      ],
    }),
  ).toEqual({
    differ: '1 difference.',
    agree: '1 of 2 balances agree to the last digit.',
    halted: 'USDC on Base: nothing of it leaves until somebody decides.',
  });
});

test('what has its time, or is accepted, is not said to agree', () => {
  const lines = [line('agrees'), line('pending'), line('pending'), line('accepted')];
  expect(agreementWords({ places: [{ name: 'Bank', lines }] })).toEqual({
    differ: '',
    agree: '1 of 4 balances agree to the last digit. 2 have their time. 1 is accepted.',
    halted: '',
  });
});
