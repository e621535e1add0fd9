import { expect, test } from 'vitest';
import { findChosenNetwork } from './findChosenNetwork.ts';

const ethereum = { network: 'ethereum', networkName: 'Ethereum', currency: 'USDC' };
const base = { network: 'base', networkName: 'Base', currency: 'USDC_BASE' };

test('the only network needs no choice', () => {
  expect(findChosenNetwork([base], '')).toBe(base);
});

test('of several none is taken before it is chosen', () => {
  expect(findChosenNetwork([ethereum, base], '')).toBeUndefined();
  expect(findChosenNetwork([ethereum, base], 'base')).toBe(base);
});

test('a choice that another crypto does not know falls away', () => {
  expect(findChosenNetwork([ethereum, base], 'bitcoin')).toBeUndefined();
  expect(findChosenNetwork(undefined, 'base')).toBeUndefined();
});
