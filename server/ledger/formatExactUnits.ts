import { formatDecimal, rescale, trimZeros } from '@slipway/money/decimal.ts';
import { ledgerScale } from './posting.ts';

/** Formats ledger units without rounding: with `wantedDigits` decimals, and with more only if those are not zero. */
export function formatExactUnits(units: bigint, asset: string, wantedDigits: number): string {
  const scale = ledgerScale(asset);
  const exact = rescale({ coefficient: units, scale }, Math.max(scale, wantedDigits), 'down');
  return trimZeros(formatDecimal(exact), wantedDigits);
}
