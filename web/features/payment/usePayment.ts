import type { CallRequest } from '@slipway/contract/calls.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { CallError } from '../../api/callError.ts';
import { type Checkout, nextStep } from './nextStep.ts';
import { submitPayment } from './submitPayment.ts';
import { useCheckout } from './useCheckout.ts';

/** What pays: a token of the acquirer's fields, or a saved card. */
export type PaymentSource = Omit<CallRequest<'payOrder'>, 'orderNo' | 'submissionId'>;

export type PaymentFailure =
  | { readonly kind: 'declined'; readonly reason: string; readonly triesLeft: number }
  /** 3-D Secure could not be shown. */
  | { readonly kind: 'action_unavailable' }
  | { readonly kind: 'refused'; readonly error: unknown };

export type Payment = {
  readonly checkout: Checkout | undefined;
  readonly checkoutError: unknown;
  /** The buyer has pressed Pay: `submitting` until the server has it, then `following` until the order has moved. */
  readonly phase: 'idle' | 'submitting' | 'following';
  readonly failure: PaymentFailure | null;
  /** One press of Pay. `makeSource` gives null when there is nothing to pay with yet. */
  readonly pay: (makeSource: () => Promise<PaymentSource | null>) => Promise<void>;
  readonly retryAction: () => void;
  readonly reload: () => void;
};

type PaymentOptions = {
  readonly orderNo: string;
  /** Sequence of the newest event that was told of. */
  readonly newestEvent: number;
  readonly handleNextAction: (
    acquirer: Checkout['acquirer'],
    clientSecret: string,
  ) => Promise<'finished' | 'unavailable'>;
  readonly onDeclined?: () => void;
  /** The order has moved on. */
  readonly onLeave: () => void;
};

/** Pays an order and follows it until it has moved on, through 3-D Secure where the acquirer asks for it. */
export function usePayment({ orderNo, newestEvent, handleNextAction, onDeclined, onLeave }: PaymentOptions): Payment {
  const [phase, setPhase] = useState<Payment['phase']>('idle');
  const [failure, setFailure] = useState<PaymentFailure | null>(null);
  const [submittedAt, setSubmittedAt] = useState(0);
  const shown = useRef('');
  const query = useCheckout(orderNo, phase === 'following', newestEvent);
  const { data: checkout, refetch } = query;

  // A payment that was under way when the page was opened is followed like one of this page.
  if (phase === 'idle' && checkout?.status === 'authorizing') setPhase('following');

  const act = async (present: Checkout, clientSecret: string) => {
    if (shown.current === clientSecret) return;
    shown.current = clientSecret;
    if ((await handleNextAction(present.acquirer, clientSecret)) === 'unavailable') {
      setFailure({ kind: 'action_unavailable' });
    }
    await refetch();
  };
  const follow = (present: Checkout) => {
    const step = nextStep(present);
    if (step.kind === 'act') void act(present, step.clientSecret);
    if (step.kind === 'leave') onLeave();
    if (step.kind === 'declined') {
      setPhase('idle');
      setFailure(step);
      onDeclined?.();
    }
  };
  const followChange = useEffectEvent(follow);
  // What was known before the press would read as a decline.
  const isNews = query.dataUpdatedAt >= submittedAt;
  useEffect(() => {
    if (phase === 'following' && checkout && isNews) followChange(checkout);
  }, [phase, checkout, isNews]);

  const pay: Payment['pay'] = async (makeSource) => {
    if (phase !== 'idle') return;
    setPhase('submitting');
    setFailure(null);
    try {
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
      shown.current = '';
      setFailure(null);
      void refetch().then(({ data }) => data && follow(data));
    },
    reload: () => void refetch(),
  };
}
