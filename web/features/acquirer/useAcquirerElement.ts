import type { CallData } from '@slipway/contract/calls.ts';
import type { Stripe, StripeElements, StripeElementsOptionsMode } from '@stripe/stripe-js';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createConnectionError } from '../../api/callError.ts';
import { trackWait } from '../../api/connection.ts';
import { useRetryOnReconnect } from '../../api/useRetryOnReconnect.ts';
import { useLocale } from '../../i18n/language.ts';
import { acquirerLocale } from './acquirerLocale.ts';
import { loadAcquirer } from './loadAcquirer.ts';

export type Acquirer = CallData<'checkoutInfo'>['acquirer'];

/** `absent`: loaded, but not available in this browser. */
export type ElementStatus = 'loading' | 'ready' | 'absent' | 'failed';

export type AcquirerElement<Made> = {
  /** Ref callback for the element that contains the acquirer's frame. */
  readonly mount: (container: HTMLElement | null) => void;
  readonly status: ElementStatus;
  readonly retry: () => void;
  /** The value that `make` returned, while it is mounted. */
  readonly mounted: RefObject<Made | null>;
};

/** `offline`: the browser had no network when the status was set. */
type Outcome = { readonly attempt: string; readonly status: ElementStatus; readonly offline: boolean };

type StatusSetter = (status: ElementStatus) => void;

type Mountable = {
  readonly elements: StripeElements;
  readonly element: { mount(container: HTMLElement): void; destroy(): void };
};

/** Options of every Elements group: authorize an amount on a card. */
export type ElementTerms = StripeElementsOptionsMode;

/**
 * Mounts one of the acquirer's elements once `mount` and the checkout's data are available. `make` creates the element and
 * calls `settle` when the element reports its status. Loading that failed offline is repeated when the connection returns.
 */
export function useAcquirerElement<Made extends Mountable>(
  acquirer: Acquirer | undefined,
  make: (stripe: Stripe, terms: ElementTerms, settle: StatusSetter) => Made,
): AcquirerElement<Made> {
  const locale = useLocale();
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [retries, setRetries] = useState(0);
  const mounted = useRef<Made | null>(null);
  const { scriptUrl, publicKey, amountMinor, currency } = acquirer ?? {};
  // Everything the element depends on except its language; a change recreates it.
  const attempt = `${retries} ${scriptUrl} ${publicKey} ${amountMinor} ${currency}`;
  const load = useEffectEvent((url: string, key: string) => loadAcquirer(url, key, locale));
  const makeNow = useEffectEvent(
    (stripe: Stripe, total: { readonly amount: number; readonly currency: string }, settle: StatusSetter) =>
      make(stripe, buildElementTerms(total, locale), settle),
  );

  useEffect(() => {
    if (!container || !scriptUrl || !publicKey || !amountMinor || !currency) return undefined;
    let isDisposed = false;
    const settle: StatusSetter = (status) => {
      if (!isDisposed) setOutcome({ attempt, status, offline: !navigator.onLine });
    };
    const loading = load(scriptUrl, publicKey);
    trackWait(loading);
    loading.then(
      (stripe) => {
        if (isDisposed) return;
        mounted.current = makeNow(stripe, { amount: amountMinor, currency }, settle);
        mounted.current.element.mount(container);
      },
      () => settle('failed'),
    );
    return () => {
      isDisposed = true;
      mounted.current?.element.destroy();
      mounted.current = null;
    };
  }, [container, scriptUrl, publicKey, amountMinor, currency, attempt]);

  // A change of language updates the element in place, so that the buyer's input stays.
  useEffect(() => void mounted.current?.elements.update({ locale: acquirerLocale(locale) }), [locale]);

  const settled = outcome?.attempt === attempt ? outcome : null;
  const retry = () => setRetries((before) => before + 1);
  useRetryOnReconnect(settled?.status === 'failed' && settled.offline ? createConnectionError() : null, retry);
  return {
    mount: setContainer,
    status: settled?.status ?? 'loading',
    retry,
    mounted,
  };
}

function buildElementTerms(
  total: { readonly amount: number; readonly currency: string },
  locale: string,
): ElementTerms {
  return {
    mode: 'payment',
    ...total,
    captureMethod: 'manual',
    allowedPaymentMethodTypes: ['card'],
    locale: acquirerLocale(locale),
  };
}
