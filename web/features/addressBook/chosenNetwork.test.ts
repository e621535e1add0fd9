import { expect, test } from 'vitest';
import { chosenNetwork } from './chosenNetwork.ts';

const ethereum = { network: 'ethereum', networkName: 'Ethereum', currency: 'USDC' };
const base = { network: 'base', networkName: 'Base', currency: 'USDC_BASE' };

test('the only network needs no choice', () => {
  expect(chosenNetwork([base], '')).toBe(base);
});

test('of several none is taken before it is chosen', () => {
  expect(chosenNetwork([ethereum, base], '')).toBeUndefined();
  expect(chosenNetwork([ethereum, base], 'base')).toBe(base);
});

test('a choice that another crypto does not know falls away', () => {
  expect(chosenNetwork([ethereum, base], 'bitcoin')).toBeUndefined();
  expect(chosenNetwork(undefined, 'base')).toBeUndefined();
});
