import type { Amount } from '@slipway/money/amount.ts';
import { exactUnits } from './exactUnits.ts';
import { debit } from './posting.ts';

/** Of a coin with eighteen digits the last ten are said where they are not all zero: nothing is rounded. */
const DIGITS = 8;

/** An amount as persons read it of a coin. Never rounded. */
export function exactAmount(amount: Amount): string {
  const { asset, units } = debit(amount, 'asset:wallet');
  return exactUnits(units, asset, Math.min(amount.asset.decimals, DIGITS));
}
