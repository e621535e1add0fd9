import { compare, parseDecimal } from '@slipway/money/decimal.ts';
import type { Draft } from '../draft/draft.ts';

export type WalletType = Draft['walletType'];

/**
 * The travel rule applies above 1,000 EUR. The server decides when the order is created; for currencies worth about as
 * much as the euro the question is asked here, so that the buyer is not sent back later.
 */
const EURO_LIKE_CURRENCIES = new Set(['EUR', 'USD', 'GBP', 'CHF']);
const TRAVEL_RULE_THRESHOLD = parseDecimal('1000');

export type WalletFault = 'wallet_type_missing' | 'exchange_missing';

/** Returns what is missing about the wallet, or null if the buyer can continue. */
export function findWalletFault(
  wallet: { readonly walletType: WalletType; readonly exchange: string },
  pay: { readonly sendCurrency: string; readonly sendCurrencyAmount: string },
): WalletFault | null {
  if (wallet.walletType === 'exchange') return wallet.exchange === '' ? 'exchange_missing' : null;
  return wallet.walletType === '' && needsWalletType(pay) ? 'wallet_type_missing' : null;
}

function needsWalletType({ sendCurrency, sendCurrencyAmount }: { sendCurrency: string; sendCurrencyAmount: string }) {
  if (!EURO_LIKE_CURRENCIES.has(sendCurrency) || sendCurrencyAmount === '') return false;
  return compare(parseDecimal(sendCurrencyAmount), TRAVEL_RULE_THRESHOLD) > 0;
}
