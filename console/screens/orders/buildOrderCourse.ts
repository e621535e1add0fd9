import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { OrderStatus } from '@slipway/contract/entities/orderStatuses.ts';
import { findPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';

type Course = Pick<ConsoleCallData<'order'>, 'head' | 'journal'>;

export type OrderStage = {
  readonly id: string;
  readonly status: OrderStatus;
  /** ISO; undefined for a stage that is still ahead. */
  readonly since?: string;
  /** ISO; undefined for the present stage and those ahead. */
  readonly until?: string;
};

const DELIVERY: readonly OrderStatus[] = ['paid', 'converting', 'converted', 'delivering', 'delivered'];
const AUTHORIZED_FIRST: readonly OrderStatus[] = ['awaiting_payment', 'authorizing', 'capturing', ...DELIVERY];
const RECEIVED: readonly OrderStatus[] = ['awaiting_payment', ...DELIVERY];

/** States outside the usual course, with those that follow if nothing else happens. A person decides about a held order. */
const ENDINGS: Partial<Record<OrderStatus, readonly OrderStatus[]>> = {
  voiding: ['cancelled'],
  refunding: ['refunded'],
  on_hold: [],
};

/** Returns the states that the order was in, oldest first, and those that are ahead of it if nothing unusual happens. */
export function buildOrderCourse({ head, journal }: Course): OrderStage[] {
  const moves = journal
    .flatMap(({ id, at, from, to, unexpected }) => (to === null || to === from || unexpected ? [] : [{ id, at, to }]))
    .toReversed();
  const stages = moves.map(({ id, at, to }, index): OrderStage => {
    const next = moves[index + 1];
    return { id, status: to, since: at, ...(next && { until: next.at }) };
  });
  return [...stages, ...findStatusesAhead(head).map((status) => ({ id: status, status }))];
}

function findStatusesAhead({ status, method, provider }: Course['head']): readonly OrderStatus[] {
  const ending = ENDINGS[status];
  if (ending) return ending;
  // An external provider decides how its order continues.
  if (provider !== null) return [];
  const usual = findPayMethodTraits(method)?.money === 'received' ? RECEIVED : AUTHORIZED_FIRST;
  if (status === 'awaiting_identity' || status === 'awaiting_consent')
    return usual.filter((later) => later === 'capturing' || DELIVERY.includes(later));
  const position = usual.indexOf(status);
  return position < 0 ? [] : usual.slice(position + 1);
}
