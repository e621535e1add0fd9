import { createEmitter, IntegrationError } from './emitter.js';
import { createExpressCheckoutElement } from './expressCheckoutElement.js';
import { createPaymentElement, requireBillingDetails } from './paymentElement.js';

const groups = new WeakMap();
const makers = { payment: createPaymentElement, expressCheckout: createExpressCheckoutElement };

/** Creates a group of Elements in deferred intent mode, with at most one Element of each type. */
export function createElements(key, options) {
  if (options.mode !== undefined && (!Number.isInteger(options.amount) || options.amount <= 0 || !options.currency)) {
    throw new IntegrationError('In deferred intent mode, amount (a positive integer) and currency are required.');
  }
  const emitter = createEmitter();
  const group = {
    key,
    options: { ...options },
    submitted: false,
    made: {},
    forget: (type) => {
      delete group.made[type];
    },
  };
  const elements = {
    create(type, elementOptions = {}) {
      const make = makers[type];
      if (!make) throw new IntegrationError(`The sandbox has no ${type} Element, only payment and expressCheckout.`);
      if (group.made[type]) throw new IntegrationError(`Can only create one Element of type ${type}.`);
      group.made[type] = make(group, { ...elementOptions });
      return group.made[type].public;
    },
    getElement: (type) => group.made[type]?.public ?? null,
    update(changes) {
      Object.assign(group.options, changes);
      group.submitted = false;
      for (const element of Object.values(group.made)) void element.configure();
      emitter.emit('update-end', {});
    },
    on: (event, handler) => (emitter.on(event, handler), elements),
    async fetchUpdates() {
      return {};
    },
    async submit() {
      const { payment, expressCheckout } = group.made;
      if (expressCheckout?.isConfirming()) {
        group.submitted = true;
        return {};
      }
      if (!payment) {
        throw new IntegrationError(
          'elements.submit() needs a payment Element, or the confirm event of an expressCheckout Element.',
        );
      }
      const { error } = await payment.ask('submit');
      if (error) return { error };
      group.submitted = true;
      return { selectedPaymentMethod: 'card' };
    },
  };
  groups.set(elements, group);
  return elements;
}

export async function createConfirmationToken({ elements, params = {} }) {
  const group = groups.get(elements);
  const { payment, expressCheckout } = group?.made ?? {};
  if (!payment && !expressCheckout) {
    throw new IntegrationError('createConfirmationToken needs elements with a payment or an expressCheckout Element.');
  }
  if (!group.submitted) {
    throw new IntegrationError('elements.submit() must be called before stripe.createConfirmationToken().');
  }
  const usage = params.setup_future_usage ?? group.options.setupFutureUsage;
  const plain = JSON.parse(JSON.stringify({ ...params, setup_future_usage: usage }));
  if (expressCheckout?.isConfirming()) {
    // Each press of Pay in the wallet's sheet requires another elements.submit().
    group.submitted = false;
    return expressCheckout.makeToken(plain);
  }
  if (!payment) throw new IntegrationError('The wallet of the expressCheckout Element has authorized nothing.');
  requireBillingDetails(payment, params);
  return payment.ask('token', { params: plain });
}
