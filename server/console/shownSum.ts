import { type Amount, formatAmount } from '@slipway/money/amount.ts';

/** An amount as the contract has it: every digit, and what it is of. */
export function shownSum(amount: Amount): { readonly amount: string; readonly unit: string } {
  return { amount: formatAmount(amount), unit: amount.asset.code };
}

/** The same in a sentence, with its thousands set apart: `1,640.00 EUR`. */
export function saidSum(amount: Amount): string {
  return `${grouped(formatAmount(amount))} ${amount.asset.code}`;
}

/** Every digit stays. */
export function grouped(figure: string): string {
  const [whole = '', fraction] = figure.split('.');
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}${fraction === undefined ? '' : `.${fraction}`}`;
}
