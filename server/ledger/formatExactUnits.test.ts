import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatExactUnits } from './formatExactUnits.ts';

test.each([
  ['iso4217:EUR', 2, 1_234_500_000n, '12.345'],
  ['iso4217:EUR', 2, -1_000_000_000n, '-10.00'],
  ['iso4217:JPY', 0, 12_300_000_000n, '123'],
  ['bip122:0/slip44:0', 8, 1_557_350_000_000_000n, '0.00155735'],
  ['eip155:1/erc20:0x', 6, 62_363_720_000_000_000_000n, '62.363720'],
])('writes %s with %i decimals, and with more if they are not zero', (asset, digits, units, text) => {
  expect(formatExactUnits(units, asset, digits)).toBe(text);
});

test('writes at least the wanted decimals, and never rounds', () => {
  fc.assert(
    fc.property(
      fc.bigInt(),
      fc.constantFrom('iso4217:EUR', 'eip155:1/slip44:60'),
      fc.nat(18),
      (units, asset, digits) => {
        const scale = asset.startsWith('iso4217:') ? 8 : 18;
        const [whole = '', fraction = ''] = formatExactUnits(units, asset, Math.min(digits, scale)).split('.');
        expect(fraction.length).toBeGreaterThanOrEqual(Math.min(digits, scale));
        expect(BigInt(whole.replace('-', '') + fraction.padEnd(scale, '0'))).toBe(units < 0n ? -units : units);
      },
    ),
  );
});
