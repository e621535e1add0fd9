import { formatDecimal, rescale, trimZeros } from '@slipway/money/decimal.ts';
import { ledgerScale } from './posting.ts';

/** Formats units of the ledger as a decimal with `wantedDigits` digits, and more only if they are not zero. Never rounded. */
export function formatExactUnits(units: bigint, asset: string, wantedDigits: number): string {
  const scale = ledgerScale(asset);
  const exact = rescale({ coefficient: units, scale }, Math.max(scale, wantedDigits), 'down');
  return trimZeros(formatDecimal(exact), wantedDigits);
}
