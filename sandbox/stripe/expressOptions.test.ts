import { describe, expect, test } from 'vitest';

type ExpressOptions = { readonly checkExpressOptions: (options: Record<string, unknown>) => void };

/** A browser file without types. */
const file = new URL('./browser/stripe/expressOptions.js', import.meta.url).href;
const { checkExpressOptions } = (await import(file)) as ExpressOptions;

describe('the Express Checkout Element', () => {
  test('accepts the options that Stripe accepts', () => {
    expect(() => checkExpressOptions({})).not.toThrow();
    const options = {
      paymentMethods: { applePay: 'never', googlePay: 'always', link: 'never' },
      paymentMethodOrder: ['google_pay', 'apple_pay'],
      buttonHeight: 55,
      buttonTheme: { applePay: 'white-outline', googlePay: 'black' },
      buttonType: { applePay: 'plain', googlePay: 'pay' },
      layout: { maxColumns: 1, maxRows: 1, overflow: 'never' },
      billingAddressRequired: true,
    };
    expect(() => checkExpressOptions(options)).not.toThrow();
  });

  test.each([
    [{ buttonHeight: 56 }, /buttonHeight should be between 40 and 55/],
    [{ buttonHeight: '48px' }, /buttonHeight should be between/],
    [{ paymentMethods: { google_pay: 'auto' } }, /paymentMethods\.google_pay is not a payment method/],
    [{ paymentMethods: { link: 'always' } }, /paymentMethods\.link should be one of: auto, never/],
    [{ buttonTheme: { googlePay: 'white-outline' } }, /buttonTheme\.googlePay should be one of: black, white/],
    [{ buttonType: { applePay: 'pay' } }, /buttonType\.applePay should be one of/],
    [{ paymentMethodOrder: 'google_pay' }, /paymentMethodOrder should be an array/],
    [{ colour: 'red' }, /colour is not an accepted parameter/],
  ])('refuses %o', (options, why) => {
    expect(() => checkExpressOptions(options)).toThrow(why);
  });
});
