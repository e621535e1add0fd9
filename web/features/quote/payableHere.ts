import { isPayMethod, isWalletMethod, type WalletMethod } from '@slipway/contract/entities/payMethods.ts';
/** What is asked of a browser before a payment method is shown in it. */
export type Browser = {
  readonly isSecureContext: boolean;
  readonly PaymentRequest?: unknown;
  readonly ApplePaySession?: { canMakePayments(): boolean };
};

/** A wallet needs more than a page: each with the test of it. */
const walletNeeds = {
  apple_pay: ({ ApplePaySession }) => ApplePaySession?.canMakePayments() === true,
  google_pay: ({ isSecureContext, PaymentRequest }) => isSecureContext && PaymentRequest !== undefined,
} satisfies Record<WalletMethod, (browser: Browser) => boolean>;

/** Whether a payment method can be paid with in this browser; only what can is shown. */
export function payableHere(payMethod: string, browser: Browser = globalThis): boolean {
  try {
    return !isPayMethod(payMethod) || !isWalletMethod(payMethod) || walletNeeds[payMethod](browser);
  } catch {
    // Apple's session throws on pages that it does not trust.
    return false;
  }
}
