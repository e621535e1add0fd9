import { describe, expect, test } from 'vitest';
import { strippedAddress } from './addressCheck.ts';

const bitcoin = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const ether = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

describe('strippedAddress', () => {
  test.each([
    [`  ${bitcoin}\n`, bitcoin],
    [`bitcoin:${bitcoin}?amount=0.1&label=me`, bitcoin],
    [`BITCOIN:${bitcoin.toUpperCase()}`, bitcoin.toUpperCase()],
    [`ethereum:${ether}@1?value=1e18`, ether],
    [`ethereum:pay-${ether}`, ether],
    [ether, ether],
    ['not: an address', 'not: an address'],
    ['https://example.com/x', 'https://example.com/x'],
  ])('%s', (pasted, address) => {
    expect(strippedAddress(pasted)).toBe(address);
  });
});
