import type { Amount } from '@slipway/money/amount.ts';
import { formatExactUnits } from './formatExactUnits.ts';
import { debit } from './posting.ts';

/** Decimals that are written even if they are zero, unless the asset has fewer. */
const MIN_DECIMALS = 8;

/** Formats an amount of a coin for people, without rounding it. */
export function formatExactAmount(amount: Amount): string {
  const { asset, units } = debit(amount, 'asset:wallet');
  return formatExactUnits(units, asset, Math.min(amount.asset.decimals, MIN_DECIMALS));
}
