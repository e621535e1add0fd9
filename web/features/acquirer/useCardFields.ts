import type { CallData, CallRequest } from '@slipway/contract/calls.ts';
import type { Stripe, StripeElements, StripePaymentElement } from '@stripe/stripe-js';
import { useEffect, useRef, useState } from 'react';
import { useLocale } from '../../i18n/language.ts';
import { fieldsAppearance } from './appearance.ts';
import { acquirerLocale, loadAcquirer } from './loadAcquirer.ts';

type Acquirer = CallData<'checkoutInfo'>['acquirer'];
type Billing = NonNullable<CallRequest<'payOrder'>['billing']>;

export type CardToken =
  | { readonly kind: 'token'; readonly token: string }
  /** A field of the card is at fault and says so itself, in the acquirer's frame. */
  | { readonly kind: 'invalid' }
  /** The acquirer could not be reached, or refused the card before any payment; its words, when it has any. */
  | { readonly kind: 'failed'; readonly message: string };

export type CardFields = {
  /** Put it on the element that holds the fields. */
  readonly mount: (container: HTMLElement | null) => void;
  readonly status: 'loading' | 'ready' | 'failed';
  readonly retry: () => void;
  /** Turns what was typed, and the address beside it, into a token: the card never passes through this page. */
  readonly makeToken: (billing: Billing, saveCard: boolean) => Promise<CardToken>;
  /** After a decline another card is typed. */
  readonly clear: () => void;
  readonly focus: () => void;
};

type Fields = { readonly stripe: Stripe; readonly elements: StripeElements; readonly card: StripePaymentElement };

/** The acquirer's card fields, mounted once the checkout says where they come from. */
export function useCardFields(acquirer: Acquirer | undefined): CardFields {
  const locale = useLocale();
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [outcome, setOutcome] = useState<{ attempt: string; status: CardFields['status'] } | null>(null);
  const [round, setRound] = useState(0);
  const fields = useRef<Fields | null>(null);
  const { scriptUrl, publicKey, amountMinor, currency } = acquirer ?? {};
  // Everything that the fields are made of: with another one they are made anew.
  const attempt = `${round} ${locale} ${scriptUrl} ${publicKey} ${amountMinor} ${currency}`;

  useEffect(() => {
    if (!container || !scriptUrl || !publicKey || !amountMinor || !currency) return undefined;
    let gone = false;
    const settle = (status: CardFields['status']) => {
      if (!gone) setOutcome({ attempt, status });
    };
    loadAcquirer(scriptUrl, publicKey, locale).then(
      (stripe) => {
        if (gone) return;
        const made = createFields(stripe, { amountMinor, currency, locale });
        made.card.on('ready', () => settle('ready'));
        made.card.on('loaderror', () => settle('failed'));
        made.card.mount(container);
        fields.current = made;
      },
      () => settle('failed'),
    );
    return () => {
      gone = true;
      fields.current?.card.destroy();
      fields.current = null;
    };
  }, [container, scriptUrl, publicKey, amountMinor, currency, locale, attempt]);
  useThemeOfFields(fields);

  return {
    mount: setContainer,
    status: outcome?.attempt === attempt ? outcome.status : 'loading',
    retry: () => setRound((before) => before + 1),
    makeToken: (billing, saveCard) =>
      fields.current ? makeToken(fields.current, billing, saveCard) : Promise.resolve({ kind: 'failed', message: '' }),
    clear: () => fields.current?.card.clear(),
    focus: () => fields.current?.card.focus(),
  };
}

function createFields(
  stripe: Stripe,
  { amountMinor, currency, locale }: { amountMinor: number; currency: string; locale: string },
): Fields {
  const elements = stripe.elements({
    mode: 'payment',
    amount: amountMinor,
    currency,
    captureMethod: 'manual',
    allowedPaymentMethodTypes: ['card'],
    appearance: fieldsAppearance(),
    locale: acquirerLocale(locale),
  });
  const card = elements.create('payment', {
    // Name and address are asked once, by the page.
    fields: { billingDetails: 'never' },
    // Its own words about saving a card would repeat the checkbox.
    terms: { card: 'never' },
    wallets: { applePay: 'never', googlePay: 'never' },
  });
  return { stripe, elements, card };
}

async function makeToken({ stripe, elements }: Fields, billing: Billing, saveCard: boolean): Promise<CardToken> {
  // The acquirer must hear of it before the fields are submitted: the token carries it to the payment.
  await elements.update({ setupFutureUsage: saveCard ? 'on_session' : null });
  const submitted = await elements.submit();
  if (submitted.error) return refusal(submitted.error);
  const made = await stripe.createConfirmationToken({
    elements,
    params: { payment_method_data: { billing_details: billingDetails(billing) } },
  });
  return made.error ? refusal(made.error) : { kind: 'token', token: made.confirmationToken.id };
}

/** Every field that the element was told not to ask for has to be given, if only as null. */
function billingDetails({ name, country, city, zip, address }: Billing) {
  return {
    name,
    email: null,
    phone: null,
    address: { country, city, postal_code: zip, line1: address, line2: null, state: null },
  };
}

function refusal({ type, message }: { readonly type: string; readonly message?: string | undefined }): CardToken {
  return type === 'validation_error' ? { kind: 'invalid' } : { kind: 'failed', message: message ?? '' };
}

/** The fields follow the page's theme while it is open. */
function useThemeOfFields(fields: { readonly current: Fields | null }): void {
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const repaint = () => void fields.current?.elements.update({ appearance: fieldsAppearance() });
    const chosen = new MutationObserver(repaint);
    dark.addEventListener('change', repaint);
    chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      dark.removeEventListener('change', repaint);
      chosen.disconnect();
    };
  }, [fields]);
}
