import type { CallData } from '@slipway/contract/calls.ts';
import type { Stripe, StripeElements, StripeElementsOptionsMode } from '@stripe/stripe-js';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { connectionLost } from '../../api/callError.ts';
import { followWait } from '../../api/connection.ts';
import { useAskAgain } from '../../api/useAskAgain.ts';
import { useLocale } from '../../i18n/language.ts';
import { acquirerLocale } from './acquirerLocale.ts';
import { loadAcquirer } from './loadAcquirer.ts';

export type Acquirer = CallData<'checkoutInfo'>['acquirer'];

/** `absent`: it was loaded, and has nothing to show in this browser. */
export type ElementStatus = 'loading' | 'ready' | 'absent' | 'failed';

export type AcquirerElement<Made> = {
  /** Put it on the element that holds the acquirer's frame. */
  readonly mount: (container: HTMLElement | null) => void;
  readonly status: ElementStatus;
  readonly retry: () => void;
  readonly made: RefObject<Made | null>;
};

/** `offline`: it failed without a network. */
type Outcome = { readonly attempt: string; readonly status: ElementStatus; readonly offline: boolean };

type Settle = (status: ElementStatus) => void;

type Mountable = {
  readonly elements: StripeElements;
  readonly element: { mount(container: HTMLElement): void; destroy(): void };
};

/** What every element group of ours is made of: a hold of a sum, on a card. */
export type ElementTerms = StripeElementsOptionsMode;

/**
 * One of the acquirer's own elements, mounted once the checkout says where it comes from. `make` creates it, and settles
 * its status when the element reports it.
 */
export function useAcquirerElement<Made extends Mountable>(
  acquirer: Acquirer | undefined,
  make: (stripe: Stripe, terms: ElementTerms, settle: Settle) => Made,
): AcquirerElement<Made> {
  const locale = useLocale();
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [round, setRound] = useState(0);
  const made = useRef<Made | null>(null);
  const { scriptUrl, publicKey, amountMinor, currency } = acquirer ?? {};
  // Everything that the element is made of but its language: with another one it is made anew.
  const attempt = `${round} ${scriptUrl} ${publicKey} ${amountMinor} ${currency}`;
  const load = useEffectEvent((url: string, key: string) => loadAcquirer(url, key, locale));
  const makeNow = useEffectEvent(
    (stripe: Stripe, sum: { readonly amount: number; readonly currency: string }, settle: Settle) =>
      make(stripe, termsOf(sum, locale), settle),
  );

  useEffect(() => {
    if (!container || !scriptUrl || !publicKey || !amountMinor || !currency) return undefined;
    let gone = false;
    const settle: Settle = (status) => {
      if (!gone) setOutcome({ attempt, status, offline: !navigator.onLine });
    };
    const loading = load(scriptUrl, publicKey);
    followWait(loading);
    loading.then(
      (stripe) => {
        if (gone) return;
        made.current = makeNow(stripe, { amount: amountMinor, currency }, settle);
        made.current.element.mount(container);
      },
      () => settle('failed'),
    );
    return () => {
      gone = true;
      made.current?.element.destroy();
      made.current = null;
    };
  }, [container, scriptUrl, publicKey, amountMinor, currency, attempt]);

  // What was typed in it stays when the page's language changes.
  useEffect(() => void made.current?.elements.update({ locale: acquirerLocale(locale) }), [locale]);

  const settled = outcome?.attempt === attempt ? outcome : null;
  const retry = () => setRound((before) => before + 1);
  useAskAgain(settled?.status === 'failed' && settled.offline ? connectionLost() : null, retry);
  return {
    mount: setContainer,
    status: settled?.status ?? 'loading',
    retry,
    made,
  };
}

function termsOf(sum: { readonly amount: number; readonly currency: string }, locale: string): ElementTerms {
  return {
    mode: 'payment',
    ...sum,
    captureMethod: 'manual',
    allowedPaymentMethodTypes: ['card'],
    locale: acquirerLocale(locale),
  };
}
