import type { Amount } from '@slipway/money/amount.ts';
import { formatExactUnits } from './formatExactUnits.ts';
import { debit } from './posting.ts';

/** Digits that are always written. Further digits of a coin are written if they are not zero: nothing is rounded. */
const DIGITS = 8;

/** Formats an amount of a coin for people. Never rounded. */
export function formatExactAmount(amount: Amount): string {
  const { asset, units } = debit(amount, 'asset:wallet');
  return formatExactUnits(units, asset, Math.min(amount.asset.decimals, DIGITS));
}
