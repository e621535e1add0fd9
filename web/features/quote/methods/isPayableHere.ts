import { isPayMethod, isWalletMethod, type WalletMethod } from '@slipway/contract/entities/payMethods.ts';
/** Browser features checked before a payment method is shown. */
export type BrowserFeatures = {
  readonly isSecureContext: boolean;
  readonly PaymentRequest?: unknown;
  readonly ApplePaySession?: { canMakePayments(): boolean };
};

/** Availability checks for wallets, which depend on the browser. */
const walletChecks = {
  apple_pay: ({ ApplePaySession }) => ApplePaySession?.canMakePayments() === true,
  google_pay: ({ isSecureContext, PaymentRequest }) => isSecureContext && PaymentRequest !== undefined,
} satisfies Record<WalletMethod, (browser: BrowserFeatures) => boolean>;

/** Returns true if the payment method works in this browser; others are hidden. */
export function isPayableHere(payMethod: string, browser: BrowserFeatures = globalThis): boolean {
  try {
    return !isPayMethod(payMethod) || !isWalletMethod(payMethod) || walletChecks[payMethod](browser);
  } catch {
    // ApplePaySession throws on insecure pages.
    return false;
  }
}
