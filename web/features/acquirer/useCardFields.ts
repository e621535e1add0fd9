import type { CallRequest } from '@slipway/contract/calls.ts';
import type { Stripe, StripeElements, StripePaymentElement } from '@stripe/stripe-js';
import { buildFieldsAppearance } from './appearance.ts';
import { type Acquirer, type ElementTerms, useAcquirerElement } from './useAcquirerElement.ts';
import { useElementsTheme } from './useElementsTheme.ts';

type Billing = NonNullable<CallRequest<'payOrder'>['billing']>;

export type CardRefusal =
  /** A card field is invalid and shows its own message in the acquirer's frame. */
  | { readonly kind: 'invalid' }
  /** The fields are not loaded, or the acquirer was unreachable or rejected the card before any payment; its message or ''. */
  | { readonly kind: 'failed'; readonly message: string };

export type CardToken = { readonly kind: 'token'; readonly token: string } | CardRefusal;

export type CardFields = {
  /** Ref callback for the element that contains the fields. */
  readonly mount: (container: HTMLElement | null) => void;
  readonly status: 'loading' | 'ready' | 'failed';
  readonly retry: () => void;
  /** Sets whether the card is saved, and validates the fields, which show their own errors; null if all are valid. */
  readonly check: (saveCard: boolean) => Promise<CardRefusal | null>;
  /** Creates a token from the validated fields and the billing address; the card data never passes through this page. */
  readonly makeToken: (billing: Billing) => Promise<CardToken>;
  /** Clears the fields for another card. */
  readonly clear: () => void;
  readonly focus: () => void;
};

type MountedFields = {
  readonly stripe: Stripe;
  readonly elements: StripeElements;
  readonly element: StripePaymentElement;
};

/** Mounts the acquirer's card fields once the checkout provides the script URL. */
export function useCardFields(acquirer: Acquirer | undefined): CardFields {
  const { mount, status, retry, mounted } = useAcquirerElement<MountedFields>(acquirer, (stripe, terms, settle) => {
    const fields = createFields(stripe, terms);
    fields.element.on('ready', () => settle('ready'));
    fields.element.on('loaderror', () => settle('failed'));
    return fields;
  });
  useElementsTheme(mounted, buildFieldsAppearance);
  return {
    mount,
    status: status === 'absent' ? 'failed' : status,
    retry,
    check: (saveCard) =>
      mounted.current ? checkFields(mounted.current, saveCard) : Promise.resolve(FIELDS_NOT_MOUNTED),
    makeToken: (billing) =>
      mounted.current ? createCardToken(mounted.current, billing) : Promise.resolve(FIELDS_NOT_MOUNTED),
    clear: () => mounted.current?.element.clear(),
    focus: () => mounted.current?.element.focus(),
  };
}

function createFields(stripe: Stripe, terms: ElementTerms): MountedFields {
  const elements = stripe.elements({ ...terms, appearance: buildFieldsAppearance() });
  const element = elements.create('payment', {
    // The page itself asks for name and address.
    fields: { billingDetails: 'never' },
    // The acquirer's terms on saved cards would repeat our checkbox.
    terms: { card: 'never' },
    // Link would pay with another card than the order's and also ask for a phone number.
    wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  });
  return { stripe, elements, element };
}

const FIELDS_NOT_MOUNTED: CardRefusal = { kind: 'failed', message: '' };

async function checkFields({ elements }: MountedFields, saveCard: boolean): Promise<CardRefusal | null> {
  // Must be set before the fields are submitted: the token passes this setting to the payment.
  await elements.update({ setupFutureUsage: saveCard ? 'on_session' : null });
  const { error } = await elements.submit();
  return error ? toCardRefusal(error) : null;
}

async function createCardToken({ stripe, elements }: MountedFields, billing: Billing): Promise<CardToken> {
  const made = await stripe.createConfirmationToken({
    elements,
    params: { payment_method_data: { billing_details: buildBillingDetails(billing) } },
  });
  return made.error ? toCardRefusal(made.error) : { kind: 'token', token: made.confirmationToken.id };
}

/** Stripe requires a value for every field that the element does not ask for, even if it is null. */
function buildBillingDetails({ name, country, city, zip, address }: Billing) {
  return {
    name,
    email: null,
    phone: null,
    address: { country, city, postal_code: zip || null, line1: address, line2: null, state: null },
  };
}

function toCardRefusal({
  type,
  message,
}: {
  readonly type: string;
  readonly message?: string | undefined;
}): CardRefusal {
  return type === 'validation_error' ? { kind: 'invalid' } : { kind: 'failed', message: message ?? '' };
}
