import { formatDecimal } from '@slipway/money/decimal.ts';
import { ledgerScale } from './posting.ts';

/** Units of the ledger as a decimal: as many digits as are wanted, and more only where they are not zero. Never rounded. */
export function exactUnits(units: bigint, asset: string, wantedDigits: number): string {
  const [whole = '0', fraction = ''] = formatDecimal({ coefficient: units, scale: ledgerScale(asset) }).split('.');
  const kept =
    fraction.slice(0, wantedDigits).padEnd(wantedDigits, '0') + fraction.slice(wantedDigits).replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}
