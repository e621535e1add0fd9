import { formatDecimal, rescale, trimZeros } from '@slipway/money/decimal.ts';
import { ledgerScale } from './posting.ts';

/** Units of the ledger as a decimal: as many digits as are wanted, and more only where they are not zero. Never rounded. */
export function exactUnits(units: bigint, asset: string, wantedDigits: number): string {
  const scale = ledgerScale(asset);
  const exact = rescale({ coefficient: units, scale }, Math.max(scale, wantedDigits), 'down');
  return trimZeros(formatDecimal(exact), wantedDigits);
}
