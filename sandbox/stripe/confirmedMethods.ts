import type { ConfirmationTokenRecord, PaymentIntentRecord, PaymentMethodRecord } from './account.ts';
import type { Change } from './change.ts';
import { newId } from './ids.ts';
import { lookUp } from './lookUp.ts';
import { invalidRequest } from './stripeFault.ts';

type Source = { readonly confirmationToken?: string | undefined; readonly paymentMethod?: string | undefined };

/** The payment method that a confirmation means: made of the buyer's token, or one of the customer's. */
export function methodFor(change: Change, intent: PaymentIntentRecord, confirmation: Source): PaymentMethodRecord {
  if (confirmation.confirmationToken !== undefined) {
    const token = lookUp(change.state.confirmationTokens, confirmation.confirmationToken, 'confirmation_token');
    return methodFromToken(change, intent, token);
  }
  const id = confirmation.paymentMethod ?? intent.payment_method;
  if (id === null) {
    throw invalidRequest(
      'You cannot confirm this PaymentIntent because it is missing a payment method. Update the PaymentIntent with a payment method and try again.',
      { code: 'parameter_missing', param: 'payment_method' },
    );
  }
  const method = lookUp(change.state.paymentMethods, id, 'payment_method');
  if (method.customer !== intent.customer) {
    throw invalidRequest(
      method.customer === null
        ? 'The provided PaymentMethod cannot be attached. To reuse a PaymentMethod, you must attach it to a Customer first.'
        : 'The payment method you provided belongs to another customer. Please include the Customer in the `customer` parameter on the PaymentIntent.',
      { param: 'payment_method' },
    );
  }
  if (method.customer === null && method.used) {
    throw invalidRequest(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment. It may not be used again.',
      { param: 'payment_method' },
    );
  }
  method.used = true;
  return method;
}

function methodFromToken(
  change: Change,
  intent: PaymentIntentRecord,
  token: ConfirmationTokenRecord,
): PaymentMethodRecord {
  if (token.payment_intent !== null) {
    throw invalidRequest('You cannot use this ConfirmationToken because it has already been used.', {
      param: 'confirmation_token',
    });
  }
  if (token.expires_at <= change.now) {
    throw invalidRequest('You cannot use this ConfirmationToken because it has expired.', {
      param: 'confirmation_token',
    });
  }
  token.payment_intent = intent.id;
  intent.setup_future_usage ??= token.setup_future_usage;
  const method: PaymentMethodRecord = {
    id: newId('pm'),
    created: change.now,
    billing_details: token.billing_details,
    card: token.card,
    customer: null,
    behaviour: token.behaviour,
    used: true,
  };
  change.state.paymentMethods[method.id] = method;
  return method;
}
