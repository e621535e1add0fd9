import type { Amount } from '@slipway/money/amount.ts';
import { formatMinorUnits } from '../reconciliation/formatUnits.ts';

/** Returns the exact amount with the code of its asset, as the contract defines it. */
export function presentAmount(amount: Amount): { readonly amount: string; readonly unit: string } {
  return { amount: formatAmountDigits(amount), unit: amount.asset.code };
}

/** Returns the exact amount, with trailing zeros only up to eight decimals. */
export function formatAmountDigits(amount: Amount): string {
  return formatMinorUnits(amount.units, amount.asset.decimals);
}

/** Formats an amount for a sentence, with thousands separators: `1,640.00 EUR`. */
export function formatAmountWithCode(amount: Amount): string {
  return `${groupThousands(formatAmountDigits(amount))} ${amount.asset.code}`;
}

/** Adds thousands separators to a decimal. Keeps every digit. */
export function groupThousands(figure: string): string {
  const [whole = '', fraction] = figure.split('.');
  return `${whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}${fraction === undefined ? '' : `.${fraction}`}`;
}
