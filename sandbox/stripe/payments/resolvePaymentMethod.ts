import type { AccountChange } from '../accountChange.ts';
import type { ConfirmationTokenRecord, PaymentIntentRecord, PaymentMethodRecord } from '../accountState.ts';
import { requireStored } from '../requireStored.ts';
import { createInvalidRequestError } from '../stripeApiError.ts';
import { createStripeId } from '../stripeIds.ts';

type MethodSource = { readonly confirmationToken?: string | undefined; readonly paymentMethod?: string | undefined };

/** Returns the payment method of a confirmation, marked as used: created from the buyer's token, or one that exists already. */
export function resolvePaymentMethod(
  change: AccountChange,
  intent: PaymentIntentRecord,
  confirmation: MethodSource,
): PaymentMethodRecord {
  if (confirmation.confirmationToken !== undefined) {
    const token = requireStored(change.state.confirmationTokens, confirmation.confirmationToken, 'confirmation_token');
    return createMethodFromToken(change, intent, token);
  }
  const id = confirmation.paymentMethod ?? intent.payment_method;
  if (id === null) {
    throw createInvalidRequestError(
      'You cannot confirm this PaymentIntent because it is missing a payment method. Update the PaymentIntent with a payment method and try again.',
      { code: 'parameter_missing', param: 'payment_method' },
    );
  }
  const method = requireStored(change.state.paymentMethods, id, 'payment_method');
  if (method.customer !== intent.customer) {
    throw createInvalidRequestError(
      method.customer === null
        ? 'The provided PaymentMethod cannot be attached. To reuse a PaymentMethod, you must attach it to a Customer first.'
        : 'The payment method you provided belongs to another customer. Please include the Customer in the `customer` parameter on the PaymentIntent.',
      { param: 'payment_method' },
    );
  }
  if (method.customer === null && method.used) {
    throw createInvalidRequestError(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment. It may not be used again.',
      { param: 'payment_method' },
    );
  }
  method.used = true;
  return method;
}

function createMethodFromToken(
  change: AccountChange,
  intent: PaymentIntentRecord,
  token: ConfirmationTokenRecord,
): PaymentMethodRecord {
  if (token.payment_intent !== null) {
    throw createInvalidRequestError('You cannot use this ConfirmationToken because it has already been used.', {
      param: 'confirmation_token',
    });
  }
  if (token.expires_at <= change.now) {
    throw createInvalidRequestError('You cannot use this ConfirmationToken because it has expired.', {
      param: 'confirmation_token',
    });
  }
  token.payment_intent = intent.id;
  intent.setup_future_usage ??= token.setup_future_usage;
  const method: PaymentMethodRecord = {
    id: createStripeId('pm'),
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
