import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import type { Identification } from './identificationQueries.ts';

export type IdentityStage =
  /** Explain the check and offer to start it. */
  | { readonly kind: 'ask' }
  /** The verifier is processing; the page continues automatically. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'go'; readonly to: string };

type IdentityFacts = {
  /** Undefined until the first answer. */
  readonly outcome: Identification | undefined;
  /** The buyer has just returned from the verifier's page. */
  readonly returned: boolean;
  readonly orderNo: string;
  /** Undefined without an order, or while loading. */
  readonly orderStatus: OrderStatus | undefined;
};

/** Returns the buyer's current step in an order's document check; null until the state of the check is loaded. */
export function determineIdentityStage({
  outcome,
  returned,
  orderNo,
  orderStatus,
}: IdentityFacts): IdentityStage | null {
  const query = orderNo === '' ? '' : `orderNo=${encodeURIComponent(orderNo)}`;
  if (outcome === undefined) return null;
  // The order status takes precedence: it may have changed while the verifier's page was open.
  if (orderStatus !== undefined && orderStatus !== 'awaiting_identity' && outcome !== '2') {
    return { kind: 'go', to: `/payment-status?${query}` };
  }
  switch (outcome) {
    case '1':
      // The worker advances the order shortly; until then its page would ask for the check again.
      return orderNo === '' ? { kind: 'go', to: '/kyc-status?status=1' } : { kind: 'wait' };
    case '2':
      return { kind: 'go', to: `/kyc-status?status=2&check=identity${query && `&${query}`}` };
    case '3':
      return { kind: 'wait' };
    case '0':
      return { kind: returned ? 'wait' : 'ask' };
  }
}
