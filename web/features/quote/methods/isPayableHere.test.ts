import { describe, expect, test } from 'vitest';
import { type BrowserFeatures, isPayableHere } from './isPayableHere.ts';

const apple = (answer: () => boolean) => ({ ApplePaySession: { canMakePayments: answer } });
const refuses = () => {
  throw new DOMException('insecure', 'InvalidAccessError');
};

const browsers: Readonly<Record<string, BrowserFeatures>> = {
  Chrome: { isSecureContext: true, PaymentRequest: Object },
  'Chrome without HTTPS': { isSecureContext: false, PaymentRequest: Object },
  Firefox: { isSecureContext: true },
  Safari: { isSecureContext: true, PaymentRequest: Object, ...apple(() => true) },
  'Safari without a wallet': { isSecureContext: true, PaymentRequest: Object, ...apple(() => false) },
  'Safari without HTTPS': { isSecureContext: false, ...apple(refuses) },
};

describe('isPayableHere', () => {
  test.each([
    ['Chrome', false, true],
    ['Chrome without HTTPS', false, false],
    ['Firefox', false, false],
    ['Safari', true, true],
    ['Safari without a wallet', false, true],
    ['Safari without HTTPS', false, false],
  ] as const)('in %s is %s for Apple Pay and %s for Google Pay', (name, applePay, googlePay) => {
    expect(isPayableHere('apple_pay', browsers[name])).toBe(applePay);
    expect(isPayableHere('google_pay', browsers[name])).toBe(googlePay);
  });

  test.each(['credit_debit_card', 'bank_transfer', 'toString', ''])('is true for "%s" in any browser', (method) => {
    expect(isPayableHere(method, { isSecureContext: false })).toBe(true);
  });
});
