import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { text } from '../../i18n/text.ts';
import { useDraft } from '../draft/useDraft.ts';
import { isOtherProvider } from '../partner/partnerRules.ts';
import { type ProviderStep, parseProviderStep } from './providerStep.ts';

/** The party that takes an order's payment, and how the purchase continues there. */
export type PaymentService = {
  readonly name: string;
  readonly logo: string;
  readonly next: ProviderStep;
  /** The operator itself: no other site is involved. */
  readonly own: boolean;
};

const OWN_LOGO = '/images/offers/slipway.svg';

/**
 * Returns the payment service of an order: from the draft if this tab created the order, else from the loaded order. The
 * operator's own orders continue on Payment Status.
 */
export function usePaymentService(
  orderNo: string,
  order: Pick<OrderDetail, 'offerType' | 'provider'> | null,
): PaymentService {
  const offerType = order?.offerType ?? '';
  const draft = useDraft();
  const remembered = draft.orderNo === orderNo && isOtherProvider(draft.service);
  if (remembered) {
    const name = draft.offerName || draft.service;
    return { name, logo: draft.serviceLogoUrl, next: parseProviderStep(draft.nextStepContent), own: false };
  }
  // The page is requested when the buyer continues, because it may have changed.
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
      : parseProviderStep(`/payment-status?orderNo=${encodeURIComponent(orderNo)}`);
  return { name: text('operator.name'), logo: OWN_LOGO, next, own: true };
}

/** Returns one or two sentences that explain to the buyer how the purchase continues, or that it is over. */
export function describeProviderStep({ name, next }: PaymentService, over: boolean): string {
  if (over) return text('waitPayment.over', { name });
  switch (next.kind) {
    case 'here':
      return text('waitPayment.pay_here');
    case 'away':
      return next.host === ''
        ? text('waitPayment.go_back', { name })
        : text('waitPayment.pay_there', { name, host: next.host });
    case 'words':
      return next.explanation;
    case 'none':
      return text('waitPayment.go_back', { name });
  }
}
