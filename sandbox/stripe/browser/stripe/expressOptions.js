import { mapByButton } from '../wallets.js';
import { IntegrationError } from './emitter.js';

/** Allowed values of `paymentMethods` (docs.stripe.com/js/elements_object/create_express_checkout_element). */
const PAYMENT_METHODS = {
  ...mapByButton(() => ['always', 'auto', 'never']),
  amazonPay: ['auto', 'never'],
  klarna: ['auto', 'never'],
  link: ['auto', 'never'],
  paypal: ['auto', 'never'],
};
const BUTTON_THEMES = mapByButton(({ themes }) => themes);
const BUTTON_TYPES = mapByButton(({ types }) => types);
const HEIGHT = { least: 40, most: 55 };
const OPTIONS = new Set(
  'allowedShippingCountries applePay billingAddressRequired business buttonHeight buttonTheme buttonType emailRequired layout lineItems paymentMethodOrder paymentMethods phoneNumberRequired shippingAddressRequired shippingRates'.split(
    ' ',
  ),
);

function refuse(name, why) {
  throw new IntegrationError(`Invalid value for elements.create('expressCheckout'): ${name} ${why}`);
}

function checkChoices(name, given, choices, isStrict) {
  for (const [wallet, value] of Object.entries(given ?? {})) {
    const allowed = choices[wallet];
    if (!allowed && isStrict) refuse(`${name}.${wallet}`, 'is not a payment method of this Element.');
    if (allowed && !allowed.includes(value)) refuse(`${name}.${wallet}`, `should be one of: ${allowed.join(', ')}.`);
  }
}

export function checkExpressOptions(options) {
  const unknown = Object.keys(options).find((name) => !OPTIONS.has(name));
  if (unknown) refuse(unknown, 'is not an accepted parameter.');
  const { buttonHeight, paymentMethodOrder } = options;
  if (buttonHeight !== undefined && !(buttonHeight >= HEIGHT.least && buttonHeight <= HEIGHT.most)) {
    refuse('buttonHeight', `should be between ${HEIGHT.least} and ${HEIGHT.most}. You specified: ${buttonHeight}.`);
  }
  if (paymentMethodOrder !== undefined && !Array.isArray(paymentMethodOrder)) {
    refuse('paymentMethodOrder', 'should be an array of strings.');
  }
  checkChoices('paymentMethods', options.paymentMethods, PAYMENT_METHODS, true);
  checkChoices('buttonTheme', options.buttonTheme, BUTTON_THEMES, false);
  checkChoices('buttonType', options.buttonType, BUTTON_TYPES, false);
}
