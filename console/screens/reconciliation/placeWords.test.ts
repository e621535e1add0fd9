import { expect, test } from 'vitest';
import { agreementWords, placeName } from './placeWords.ts';

test.each([
  ['bank', 'Bank'],
  ['venue:kraken', 'Kraken'],
  ['chain:eip155:8453', 'Base'],
  ['chain:eip155:31337', 'eip155:31337'],
])('%s is called %s', (place, name) => {
  expect(placeName(place)).toBe(name);
});

const line = (state: 'agrees' | 'open', halted = false) => ({ state, halted, unit: 'USDC' });

test('all agree, or so many of so many, and what stands still is named', () => {
  expect(agreementWords({ places: [{ place: 'bank', lines: [line('agrees'), line('agrees')] }] })).toEqual({
    differ: '',
    agree: '2 balances agree to the last digit.',
    halted: '',
  });
  expect(
    agreementWords({
      places: [
        { place: 'bank', lines: [line('agrees')] },
        { place: 'chain:eip155:8453', lines: [line('open', true)] },
      ],
    }),
  ).toEqual({
    differ: '1 difference.',
    agree: '1 of 2 balances agree to the last digit.',
    halted: 'USDC on Base: nothing of it leaves until somebody decides.',
  });
});
