import { expect, test } from 'vitest';
import { findChosenNetwork } from './findChosenNetwork.ts';

const ethereum = { network: 'ethereum', networkName: 'Ethereum', currency: 'USDC' };
const base = { network: 'base', networkName: 'Base', currency: 'USDC_BASE' };

test('returns the only network without a choice', () => {
  expect(findChosenNetwork([base], '')).toBe(base);
});

test('returns none of several networks before one is chosen', () => {
  expect(findChosenNetwork([ethereum, base], '')).toBeUndefined();
  expect(findChosenNetwork([ethereum, base], 'base')).toBe(base);
});

test('ignores a choice that the crypto does not have', () => {
  expect(findChosenNetwork([ethereum, base], 'bitcoin')).toBeUndefined();
  expect(findChosenNetwork(undefined, 'base')).toBeUndefined();
});
