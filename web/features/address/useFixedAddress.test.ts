import { expect, test } from 'vitest';
import type { AddressCheck } from './addressCheck.ts';
import { isUnfitFixedAddress } from './useFixedAddress.ts';

const bitcoin = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const bad: AddressCheck = { state: 'bad', entered: bitcoin, fault: 'malformed', looksLike: 'BTC' };

test('a refused address counts as an unfit fixed address only if it is fixed', () => {
  expect(isUnfitFixedAddress({ addressFixed: true }, bad)).toBe(true);
  expect(isUnfitFixedAddress({ addressFixed: false }, bad)).toBe(false);
});

test.each<AddressCheck | null>([
  null,
  { state: 'missing', entered: '' },
  { state: 'good', entered: bitcoin, address: bitcoin, isContract: false },
  { state: 'unknown', entered: bitcoin, error: new Error('no answer') },
])('a fixed address is not unfit if the check returns %j', (check) => {
  expect(isUnfitFixedAddress({ addressFixed: true }, check)).toBe(false);
});
