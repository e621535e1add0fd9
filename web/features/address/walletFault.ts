import { compare, parseDecimal } from '@slipway/money/decimal.ts';
import type { Draft } from '../draft/draft.ts';

export type WalletType = Draft['walletType'];

/**
 * The travel rule asks above a worth of 1,000 EUR. The server decides when the order is made; in currencies near the
 * euro the question is put here already, so that the buyer is not sent back later.
 */
const NEAR_THE_EURO = new Set(['EUR', 'USD', 'GBP', 'CHF']);
const ASKED_ABOVE = parseDecimal('1000');

export type WalletFault = 'wallet_type_missing' | 'exchange_missing';

/** What is missing about the wallet; null when the buyer can go on. */
export function walletFault(
  wallet: { readonly walletType: WalletType; readonly exchange: string },
  pay: { readonly sendCurrency: string; readonly sendCurrencyAmount: string },
): WalletFault | null {
  if (wallet.walletType === 'exchange') return wallet.exchange === '' ? 'exchange_missing' : null;
  return wallet.walletType === '' && asksForWallet(pay) ? 'wallet_type_missing' : null;
}

function asksForWallet({ sendCurrency, sendCurrencyAmount }: { sendCurrency: string; sendCurrencyAmount: string }) {
  if (!NEAR_THE_EURO.has(sendCurrency) || sendCurrencyAmount === '') return false;
  return compare(parseDecimal(sendCurrencyAmount), ASKED_ABOVE) > 0;
}
