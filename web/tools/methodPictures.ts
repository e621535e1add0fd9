import {
  isWalletMethod,
  methodTraits,
  type PayMethod,
  payMethods,
  type WalletMethod,
} from '@slipway/contract/entities/payMethods.ts';
import { titleToSlug } from 'simple-icons/sdk';

/** Wallet icons in simple-icons, which are named after the brand. */
export const walletBrands: readonly (readonly [WalletMethod, string])[] = payMethods
  .filter(isWalletMethod)
  .map((method) => [method, titleToSlug(methodTraits[method].wallet.name)]);

/** Icons of all other payment methods in lucide. */
export const methodIcons = {
  credit_debit_card: 'credit-card',
  bank_transfer: 'landmark',
} as const satisfies Record<Exclude<PayMethod, WalletMethod>, string>;
