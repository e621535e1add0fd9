import type { PayMethod, WalletMethod } from '@slipway/contract/entities/payMethods.ts';

/** The wallets' brands in simple-icons. */
export const walletBrands = {
  apple_pay: 'applepay',
  google_pay: 'googlepay',
} as const satisfies Record<WalletMethod, string>;

/** The icons of all other methods in lucide. */
export const methodIcons = {
  credit_debit_card: 'credit-card',
  bank_transfer: 'landmark',
} as const satisfies Record<Exclude<PayMethod, WalletMethod>, string>;
