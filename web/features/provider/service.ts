import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { text } from '../../i18n/text.ts';
import { useDraft } from '../draft/useDraft.ts';
import { isOtherProvider } from '../partner/partnerRules.ts';
import { type NextStep, readNextStep } from './nextStep.ts';

/** Who takes the payment of an order, and how it goes on there. */
export type Service = {
  readonly name: string;
  readonly logo: string;
  readonly next: NextStep;
  /** The operator itself: there is no other place to go to. */
  readonly own: boolean;
};

const OWN_LOGO = '/images/offers/slipway.svg';

/** What the order's answer said, while this tab remembers it; an order of the operator's own goes on with its payment. */
export function useService(orderNo: string, order: Pick<OrderDetail, 'offerType' | 'provider'> | null): Service {
  const offerType = order?.offerType ?? '';
  const draft = useDraft();
  const remembered = draft.orderNo === orderNo && isOtherProvider(draft.service);
  if (remembered) {
    const name = draft.offerName || draft.service;
    return { name, logo: draft.serviceLogoUrl, next: readNextStep(draft.nextStepContent), own: false };
  }
  // The page itself is asked for when the buyer goes on: it may be another one by then.
  if (order?.provider)
    return {
      name: order.provider.name,
      logo: '',
      next: { kind: 'away', address: '', host: '' },
      own: false,
    };
  const next =
    offerType === ''
      ? ({ kind: 'none' } as const)
      : readNextStep(`/payment-status?orderNo=${encodeURIComponent(orderNo)}`);
  return { name: text('operator.name'), logo: OWN_LOGO, next, own: true };
}

/** In one or two sentences. */
export function whatToDo({ name, next }: Service, over: boolean): string {
  if (over) return text('waitPayment.over', { name });
  switch (next.kind) {
    case 'here':
      return text('waitPayment.pay_here');
    case 'away':
      return next.host === ''
        ? text('waitPayment.go_back', { name })
        : text('waitPayment.pay_there', { name, host: next.host });
    case 'words':
      return next.words;
    case 'none':
      return text('waitPayment.go_back', { name });
  }
}
