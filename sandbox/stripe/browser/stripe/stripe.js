// The part of Stripe.js that Slipway's pages use, for the sandbox. It sets styles only through the CSSOM and adds no markup from
// text, so that it works under the same content security policy as Stripe's own script.
import { createConfirmationToken, createElements } from './elements.js';
import { IntegrationError } from './emitter.js';
import { handleNextAction, retrievePaymentIntent } from './nextAction.js';

function Stripe(publishableKey, defaults = {}) {
  if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_')) {
    throw new IntegrationError('Missing value for Stripe(): apiKey should be a publishable key.');
  }
  return {
    elements: (options = {}) => createElements(publishableKey, { locale: defaults.locale ?? 'auto', ...options }),
    createConfirmationToken,
    handleNextAction: (options) => handleNextAction(publishableKey, options),
    retrievePaymentIntent: (clientSecret) => retrievePaymentIntent(publishableKey, clientSecret),
    registerAppInfo() {},
    _registerWrapper() {},
  };
}
Stripe.version = 'endive';
window.Stripe = Stripe;
