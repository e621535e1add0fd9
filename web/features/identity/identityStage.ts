import type { OrderStatus } from '@slipway/contract/entities/order.ts';
import type { Identification } from './identificationQueries.ts';

export type IdentityStage =
  /** Explains the check and leads to it. */
  | { readonly kind: 'ask' }
  /** The verifier is at work; the page goes on by itself. */
  | { readonly kind: 'wait' }
  | { readonly kind: 'go'; readonly to: string };

type IdentityFacts = {
  /** Undefined until the first answer. */
  readonly outcome: Identification | undefined;
  /** The buyer has just come back from the verifier's page. */
  readonly returned: boolean;
  readonly orderNo: string;
  /** Undefined without an order, or until it is known. */
  readonly orderStatus: OrderStatus | undefined;
};

/** Which step of an order's document check a buyer is at. */
export function identityStage({ outcome, returned, orderNo, orderStatus }: IdentityFacts): IdentityStage | null {
  const query = orderNo === '' ? '' : `orderNo=${encodeURIComponent(orderNo)}`;
  if (outcome === undefined) return null;
  // The order decides: it may have gone on, or been given up, while the verifier's page was open.
  if (orderStatus !== undefined && orderStatus !== 'awaiting_identity' && outcome !== '2') {
    return { kind: 'go', to: `/payment-status?${query}` };
  }
  switch (outcome) {
    case '1':
      // The worker moves the order on in a moment; until then its page would still ask for the check.
      return orderNo === '' ? { kind: 'go', to: '/kyc-status?status=1' } : { kind: 'wait' };
    case '2':
      return { kind: 'go', to: `/kyc-status?status=2&check=identity${query && `&${query}`}` };
    case '3':
      return { kind: 'wait' };
    case '0':
      return { kind: returned ? 'wait' : 'ask' };
  }
}
