import { isPayMethod, isWalletMethod, type WalletMethod } from '@slipway/contract/entities/payMethods.ts';
/** Browser features checked before a payment method is shown. */
export type BrowserFeatures = {
  readonly isSecureContext: boolean;
  readonly PaymentRequest?: unknown;
  readonly ApplePaySession?: { canMakePayments(): boolean };
};

/** Availability checks of wallets that PaymentRequest does not detect. */
const walletChecks: Readonly<Partial<Record<WalletMethod, (browser: BrowserFeatures) => boolean>>> = {
  apple_pay: ({ ApplePaySession }) => ApplePaySession?.canMakePayments() === true,
};

function canRequestPayment({ isSecureContext, PaymentRequest }: BrowserFeatures): boolean {
  return isSecureContext && PaymentRequest !== undefined;
}

/** Returns true unless the payment method is a wallet that does not work in this browser; such a method is hidden. */
export function isPayableHere(payMethod: string, browser: BrowserFeatures = globalThis): boolean {
  try {
    if (!isPayMethod(payMethod) || !isWalletMethod(payMethod)) return true;
    return (walletChecks[payMethod] ?? canRequestPayment)(browser);
  } catch {
    // ApplePaySession throws on insecure pages.
    return false;
  }
}
