import type { CallRequest } from '@slipway/contract/calls.ts';
import type { Stripe, StripeElements, StripePaymentElement } from '@stripe/stripe-js';
import { fieldsAppearance } from './appearance.ts';
import { type Acquirer, type ElementTerms, useAcquirerElement } from './useAcquirerElement.ts';
import { useThemeOfElements } from './useThemeOfElements.ts';

type Billing = NonNullable<CallRequest<'payOrder'>['billing']>;

export type CardRefusal =
  /** A field of the card is at fault and says so itself, in the acquirer's frame. */
  | { readonly kind: 'invalid' }
  /** The acquirer could not be reached, or refused the card before any payment; its words, when it has any. */
  | { readonly kind: 'failed'; readonly message: string };

export type CardToken = { readonly kind: 'token'; readonly token: string } | CardRefusal;

export type CardFields = {
  /** Put it on the element that holds the fields. */
  readonly mount: (container: HTMLElement | null) => void;
  readonly status: 'loading' | 'ready' | 'failed';
  readonly retry: () => void;
  /** Lets each field say what is wrong with it; null when nothing is. No token is made. */
  readonly check: (saveCard: boolean) => Promise<CardRefusal | null>;
  /** Turns what was checked, and the address beside it, into a token: the card never passes through this page. */
  readonly makeToken: (billing: Billing) => Promise<CardToken>;
  /** Empties the fields for another card. */
  readonly clear: () => void;
  readonly focus: () => void;
};

type Fields = { readonly stripe: Stripe; readonly elements: StripeElements; readonly element: StripePaymentElement };

/** The acquirer's card fields, mounted once the checkout says where they come from. */
export function useCardFields(acquirer: Acquirer | undefined): CardFields {
  const { mount, status, retry, made } = useAcquirerElement<Fields>(acquirer, (stripe, terms, settle) => {
    const fields = createFields(stripe, terms);
    fields.element.on('ready', () => settle('ready'));
    fields.element.on('loaderror', () => settle('failed'));
    return fields;
  });
  useThemeOfElements(made, fieldsAppearance);
  return {
    mount,
    status: status === 'absent' ? 'failed' : status,
    retry,
    check: (saveCard) => (made.current ? check(made.current, saveCard) : Promise.resolve(NOT_THERE)),
    makeToken: (billing) => (made.current ? makeToken(made.current, billing) : Promise.resolve(NOT_THERE)),
    clear: () => made.current?.element.clear(),
    focus: () => made.current?.element.focus(),
  };
}

function createFields(stripe: Stripe, terms: ElementTerms): Fields {
  const elements = stripe.elements({ ...terms, appearance: fieldsAppearance() });
  const element = elements.create('payment', {
    // Name and address are asked once, by the page.
    fields: { billingDetails: 'never' },
    // Its own words about saving a card would repeat the checkbox.
    terms: { card: 'never' },
    // Link would pay with what is no card of this order, and ask for a telephone number besides.
    wallets: { applePay: 'never', googlePay: 'never', link: 'never' },
  });
  return { stripe, elements, element };
}

const NOT_THERE: CardRefusal = { kind: 'failed', message: '' };

async function check({ elements }: Fields, saveCard: boolean): Promise<CardRefusal | null> {
  // The acquirer must hear of it before the fields are submitted: the token carries it to the payment.
  await elements.update({ setupFutureUsage: saveCard ? 'on_session' : null });
  const { error } = await elements.submit();
  return error ? refusal(error) : null;
}

async function makeToken({ stripe, elements }: Fields, billing: Billing): Promise<CardToken> {
  const made = await stripe.createConfirmationToken({
    elements,
    params: { payment_method_data: { billing_details: billingDetails(billing) } },
  });
  return made.error ? refusal(made.error) : { kind: 'token', token: made.confirmationToken.id };
}

/** Every field that the element does not ask for has to be given, if only as null. */
function billingDetails({ name, country, city, zip, address }: Billing) {
  return {
    name,
    email: null,
    phone: null,
    address: { country, city, postal_code: zip || null, line1: address, line2: null, state: null },
  };
}

function refusal({ type, message }: { readonly type: string; readonly message?: string | undefined }): CardRefusal {
  return type === 'validation_error' ? { kind: 'invalid' } : { kind: 'failed', message: message ?? '' };
}
