import {
  isWalletMethod,
  methodTraits,
  type PayMethod,
  payMethods,
  type WalletMethod,
} from '@slipway/contract/entities/payMethods.ts';
import { titleToSlug } from 'simple-icons/sdk';

/** The wallets by their icons in simple-icons, which are named after the brand. */
export const walletBrands: readonly (readonly [WalletMethod, string])[] = payMethods
  .filter(isWalletMethod)
  .map((method) => [method, titleToSlug(methodTraits[method].wallet.name)]);

/** The icons of all other methods in lucide. */
export const methodIcons = {
  credit_debit_card: 'credit-card',
  bank_transfer: 'landmark',
} as const satisfies Record<Exclude<PayMethod, WalletMethod>, string>;
