import { IntegrationError } from './emitter.js';
import { createMountedElement } from './mountedElement.js';

export function createPaymentElement(group, options) {
  const element = createMountedElement('payment', {
    path: `/elements/card?key=${encodeURIComponent(group.key)}`,
    title: 'Secure payment input frame',
    setup() {
      const { appearance, locale, fonts } = group.options;
      return { appearance, locale, fonts };
    },
    onMessage({ type, complete, empty }) {
      if (type !== 'change') return;
      element.emitter.emit('change', {
        elementType: 'payment',
        complete,
        empty,
        collapsed: false,
        value: { type: 'card' },
      });
    },
    forget: () => group.forget('payment'),
  });
  Object.assign(element.public, {
    update: (changes = {}) => void Object.assign(options, changes),
    clear: () => void element.ask('clear'),
    collapse() {},
  });
  return { ...element, options };
}

/** Throws if the page omits billing details that the options forbid the Element to collect (`never`). */
export function requireBillingDetails(element, params) {
  const never = element.options.fields?.billingDetails;
  if (never === undefined || never === 'auto') return;
  const given = params.payment_method_data?.billing_details ?? {};
  const isNever = (field) => never === 'never' || never[field] === 'never';
  const missing = ['name', 'email', 'phone'].filter((field) => never[field] === 'never' && given[field] === undefined);
  if (isNever('address')) {
    for (const field of ['country', 'postal_code']) {
      const isNamed = never === 'never' || never.address === 'never' || never.address?.[field] === 'never';
      if (isNamed && given.address?.[field] === undefined) missing.push(`address.${field}`);
    }
  }
  if (missing.length > 0) {
    const field = missing[0];
    throw new IntegrationError(
      `You specified "never" for fields.billing_details.${field} when creating the payment Element, but did not pass params.payment_method_data.billing_details.${field} when calling createConfirmationToken.`,
    );
  }
}
