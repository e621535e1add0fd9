/** What is asked of a browser before a payment method is shown in it. */
export type Browser = {
  readonly isSecureContext: boolean;
  readonly PaymentRequest?: unknown;
  readonly ApplePaySession?: { canMakePayments(): boolean };
};

/** Methods that need more than a page: each with the test of it. */
const needs = new Map<string, (browser: Browser) => boolean>([
  ['apple_pay', ({ ApplePaySession }) => ApplePaySession?.canMakePayments() === true],
  ['google_pay', ({ isSecureContext, PaymentRequest }) => isSecureContext && PaymentRequest !== undefined],
]);

/** Whether a payment method can be paid with in this browser; only what can is shown. */
export function payableHere(payMethod: string, browser: Browser = globalThis): boolean {
  try {
    return needs.get(payMethod)?.(browser) ?? true;
  } catch {
    // Apple's session throws on pages that it does not trust.
    return false;
  }
}
