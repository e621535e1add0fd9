import type { Amount } from '@slipway/money/amount.ts';
import { minorText } from '../reconciliation/exactText.ts';

/** An amount exactly, with the code of its asset, as the contract has it. */
export function shownSum(amount: Amount): { readonly amount: string; readonly unit: string } {
  return { amount: digitsOf(amount), unit: amount.asset.code };
}

/** The amount exactly, without zeros beyond the usual digits. */
export function digitsOf(amount: Amount): string {
  return minorText(amount.units, amount.asset.decimals);
}

/** An amount in a sentence, with thousands separators: `1,640.00 EUR`. */
export function saidSum(amount: Amount): string {
  return `${grouped(digitsOf(amount))} ${amount.asset.code}`;
}

/** A decimal with thousands separators. Keeps every digit. */
export function grouped(figure: string): string {
  const [whole = '', fraction] = figure.split('.');
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}${fraction === undefined ? '' : `.${fraction}`}`;
}
