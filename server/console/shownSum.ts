import { type Amount, formatAmount } from '@slipway/money/amount.ts';

/** An amount as the contract has it: every digit, and what it is of. */
export function shownSum(amount: Amount): { readonly amount: string; readonly unit: string } {
  return { amount: formatAmount(amount), unit: amount.asset.code };
}

/** The same in a sentence. */
export function saidSum(amount: Amount): string {
  return `${formatAmount(amount)} ${amount.asset.code}`;
}
