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
  /**
   * After the buyer pressed Pay: `submitting` until the server has stored the payment attempt, then `following` until it is
   * declined or the order gets another status.
   */
  readonly phase: 'idle' | 'submitting' | 'following';
  readonly failure: PaymentFailure | null;
  /** Handles one press of Pay. `makeSource` returns null if there is nothing to pay with yet. */
  readonly pay: (makeSource: () => Promise<PaymentSource | null>) => Promise<void>;
  /** Shows the acquirer's action again. */
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
  /** Called when the order has a status that another page shows. */
  readonly onLeave: () => void;
};

/**
 * Pays an order and polls it until the payment is declined or the order gets another status. Shows 3-D Secure if the acquirer
 * requires it.
 */
export function usePayment({ orderNo, newestEvent, handleNextAction, onDeclined, onLeave }: PaymentOptions): Payment {
  const [phase, setPhase] = useState<Payment['phase']>('idle');
  const [failure, setFailure] = useState<PaymentFailure | null>(null);
  const [submittedAt, setSubmittedAt] = useState(0);
  const [actionRetries, setActionRetries] = useState(0);
  const query = useCheckout(orderNo, phase === 'following', newestEvent);
  const { data: checkout, refetch } = query;

  // A payment that was already in progress when the page opened is polled like one that was started here.
  if (phase === 'idle' && checkout?.status === 'authorizing') setPhase('following');

  // An answer from before the press of Pay would be mistaken for a decline.
  const isAfterSubmission = query.dataUpdatedAt >= submittedAt;
  const step = phase === 'following' && checkout && isAfterSubmission ? decideCheckoutStep(checkout) : null;
  if (step?.kind === 'declined') {
    setPhase('idle');
    setFailure(step);
  }

  const isDeclined = failure?.kind === 'declined';
  const reportDecline = useEffectEvent(() => {
    if (failure?.kind === 'declined') onDeclined?.(failure.reason);
  });
  useEffect(() => {
    if (isDeclined) reportDecline();
  }, [isDeclined]);

  const leaves = step?.kind === 'leave';
  const leave = useEffectEvent(onLeave);
  useEffect(() => {
    if (leaves) leave();
  }, [leaves]);

  const clientSecret = step?.kind === 'act' ? step.clientSecret : null;
  // Runs once per action, and again each time the buyer retries.
  const action = clientSecret === null ? '' : `${actionRetries} ${clientSecret}`;
  const showAction = useEffectEvent(() => {
    if (!checkout || clientSecret === null) return;
    void handleNextAction(checkout.acquirer, clientSecret).then((shown) => {
      if (shown === 'unavailable') setFailure({ kind: 'action_unavailable' });
      return refetch();
    });
  });
  useEffect(() => {
    if (action !== '') showAction();
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
      followPayment();
    } catch (error) {
      handleRefusal(error);
    }
  };
  const followPayment = () => {
    setSubmittedAt(Date.now());
    setPhase('following');
    void refetch({ cancelRefetch: true });
  };
  const handleRefusal = (error: unknown) => {
    const key = error instanceof CallError ? error.detail?.error : undefined;
    if (key === 'payment_in_progress') return followPayment();
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
      setActionRetries((before) => before + 1);
    },
    reload: () => void refetch(),
  };
}
