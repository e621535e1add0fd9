import { createAmount } from '@slipway/money/amount.ts';
import { expect, test } from 'vitest';
import { formatAmountDigits } from './presentAmount.ts';

test.each([
  [18, 29_764_840_000_000_000n, '0.02976484'],
  [18, 29_764_840_000_000_001n, '0.029764840000000001'],
  [18, 0n, '0.00000000'],
  [18, -52_500_000_000_000n, '-0.0000525'],
  [8, 155_735n, '0.00155735'],
  [2, 10_000n, '100.00'],
  [0, 1_500n, '1500'],
])('shows all significant digits of an amount with %i decimals and %s units', (decimals, units, shown) => {
  const text = formatAmountDigits(createAmount({ id: 'any', code: 'ANY', decimals }, units));
  expect(Number(text)).toBe(Number(shown));
  expect(text.replace(/0+$/, '')).toBe(shown.replace(/0+$/, ''));
  expect((text.split('.')[1] ?? '').length).toBe(
    decimals <= 8 ? decimals : Math.max(8, (shown.split('.')[1] ?? '').length),
  );
});
