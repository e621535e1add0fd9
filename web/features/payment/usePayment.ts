import type { CallRequest } from '@slipway/contract/calls.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { CallError } from '../../api/callError.ts';
import { isConnected } from '../../api/isConnected.ts';
import { type Checkout, decideCheckoutStep } from './checkoutStep.ts';
import { submitPayment } from './submitPayment.ts';
import { useCheckout } from './useCheckout.ts';

/** Payment source: a token from the acquirer's fields, or a saved card. */
export type PaymentSource = Omit<CallRequest<'payOrder'>, 'orderNo' | 'submissionId'>;

export type PaymentFailure =
  | { readonly kind: 'declined'; readonly reason: string; readonly triesLeft: number }
  /** 3-D Secure could not be shown. */
  | { readonly kind: 'action_unavailable' }
  /** Pay was pressed while offline; no request was sent, not even to the acquirer. */
  | { readonly kind: 'offline' }
  | { readonly kind: 'refused'; readonly error: unknown };

export type Payment = {
  readonly checkout: Checkout | undefined;
  readonly checkoutError: unknown;
  /** After the buyer pressed Pay: `submitting` until the server has stored it, then `following` until the order moves on. */
  readonly phase: 'idle' | 'submitting' | 'following';
  readonly failure: PaymentFailure | null;
  /** Handles one press of Pay. `makeSource` returns null if there is nothing to pay with yet. */
  readonly pay: (makeSource: () => Promise<PaymentSource | null>) => Promise<void>;
  readonly retryAction: () => void;
  readonly reload: () => void;
};

type PaymentOptions = {
  readonly orderNo: string;
  /** Sequence number of the newest announced event. */
  readonly newestEvent: number;
  readonly handleNextAction: (
    acquirer: Checkout['acquirer'],
    clientSecret: string,
  ) => Promise<'finished' | 'unavailable'>;
  readonly onDeclined?: (reason: string) => void;
  /** Called when the order has moved on. */
  readonly onLeave: () => void;
};

/** Pays an order and follows it until it moves on, with 3-D Secure if the acquirer requires it. */
export function usePayment({ orderNo, newestEvent, handleNextAction, onDeclined, onLeave }: PaymentOptions): Payment {
  const [phase, setPhase] = useState<Payment['phase']>('idle');
  const [failure, setFailure] = useState<PaymentFailure | null>(null);
  const [submittedAt, setSubmittedAt] = useState(0);
  const [actionRound, setActionRound] = useState(0);
  const query = useCheckout(orderNo, phase === 'following', newestEvent);
  const { data: checkout, refetch } = query;

  // A payment already in progress when the page opened is followed like one started here.
  if (phase === 'idle' && checkout?.status === 'authorizing') setPhase('following');

  // An answer from before the press of Pay would be mistaken for a decline.
  const isNews = query.dataUpdatedAt >= submittedAt;
  const step = phase === 'following' && checkout && isNews ? decideCheckoutStep(checkout) : null;
  if (step?.kind === 'declined') {
    setPhase('idle');
    setFailure(step);
  }

  const isDeclined = failure?.kind === 'declined';
  const declined = useEffectEvent(() => {
    if (failure?.kind === 'declined') onDeclined?.(failure.reason);
  });
  useEffect(() => {
    if (isDeclined) declined();
  }, [isDeclined]);

  const leaves = step?.kind === 'leave';
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (leaves) leave();
  }, [leaves]);

  const clientSecret = step?.kind === 'act' ? step.clientSecret : null;
  // Runs once per action, and again each time the buyer retries.
  const action = clientSecret === null ? '' : `${actionRound} ${clientSecret}`;
  const act = useEffectEvent(() => {
    if (!checkout || clientSecret === null) return;
    void handleNextAction(checkout.acquirer, clientSecret).then((shown) => {
      if (shown === 'unavailable') setFailure({ kind: 'action_unavailable' });
      return refetch();
    });
  });
  useEffect(() => {
    if (action !== '') act();
  }, [action]);

  const pay: Payment['pay'] = async (makeSource) => {
    if (phase !== 'idle') return;
    setPhase('submitting');
    setFailure(null);
    try {
      if (!(await isConnected())) {
        setPhase('idle');
        return setFailure({ kind: 'offline' });
      }
      const source = await makeSource();
      if (!source) return setPhase('idle');
      await submitPayment({ ...source, orderNo, submissionId: crypto.randomUUID() });
      followOn();
    } catch (error) {
      afterRefusal(error);
    }
  };
  const followOn = () => {
    setSubmittedAt(Date.now());
    setPhase('following');
    void refetch({ cancelRefetch: true });
  };
  const afterRefusal = (error: unknown) => {
    const key = error instanceof CallError ? error.detail?.error : undefined;
    if (key === 'payment_in_progress') return followOn();
    if (key === 'order_not_payable') void refetch({ cancelRefetch: true });
    setPhase('idle');
    setFailure({ kind: 'refused', error });
  };

  return {
    checkout,
    checkoutError: checkout ? null : query.error,
    phase,
    failure,
    pay,
    retryAction: () => {
      setFailure(null);
      setActionRound((before) => before + 1);
    },
    reload: () => void refetch(),
  };
}
