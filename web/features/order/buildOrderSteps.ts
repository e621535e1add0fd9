import type { OrderDetail, OrderStatus } from '@slipway/contract/entities/order.ts';
import { getPayMethodTraits, type MethodTraits } from '@slipway/contract/entities/payMethods.ts';
import { wasHeld } from './orderStatuses.ts';

export type OrderStepId =
  | 'ordered'
  | 'card_held'
  | 'identity'
  | 'consent'
  | 'payment'
  | 'conversion'
  | 'delivery'
  | 'delivered'
  | 'failed'
  | 'expired'
  | 'cancelled'
  | 'release'
  | 'review'
  | 'transaction_failed'
  | 'refund';

export type OrderStep = {
  readonly id: OrderStepId;
  readonly state: 'done' | 'now' | 'later' | 'failed';
  /** Completion time, or start time if the step shows that; ISO 8601. */
  readonly at: string | null;
};

type Rule = {
  readonly id: OrderStepId;
  /** Statuses in which the step is the current one. */
  readonly now: readonly OrderStatus[];
  /** Statuses that complete the step. */
  readonly done: readonly OrderStatus[];
  /** Status whose start is the step's time; without it the completion time is used. */
  readonly begins?: OrderStatus;
};

const FULFILLED = ['converting', 'converted', 'delivering', 'delivered'] as const;

/**
 * Steps of a successful card order; identity and consent are included only if they occurred, and the hold only if one of them
 * followed it.
 */
const cardSteps: readonly Rule[] = [
  { id: 'ordered', now: [], done: ['awaiting_payment'] },
  { id: 'card_held', now: [], done: ['awaiting_identity', 'awaiting_consent'] },
  { id: 'identity', now: ['awaiting_identity'], done: ['awaiting_consent', 'capturing', 'paid', ...FULFILLED] },
  { id: 'consent', now: ['awaiting_consent'], done: ['capturing', 'paid', ...FULFILLED] },
  { id: 'payment', now: ['awaiting_payment', 'authorizing', 'capturing'], done: ['paid', ...FULFILLED] },
  { id: 'conversion', now: ['paid', 'converting'], done: ['converted', 'delivering', 'delivered'] },
  { id: 'delivery', now: ['converted', 'delivering'], done: ['delivered'], begins: 'delivering' },
  { id: 'delivered', now: [], done: ['delivered'] },
];

/** Steps for another provider, which does not report its conversion. */
const providerSteps: readonly Rule[] = [
  { id: 'ordered', now: [], done: ['awaiting_payment'] },
  { id: 'payment', now: ['awaiting_payment'], done: ['paid', 'delivering', 'delivered'] },
  { id: 'delivery', now: ['paid', 'delivering'], done: ['delivered'], begins: 'delivering' },
  { id: 'delivered', now: [], done: ['delivered'] },
];

const STATUSES_AFTER_RECEIPT: readonly OrderStatus[] = ['awaiting_identity', 'awaiting_consent', 'paid', ...FULFILLED];

/** Steps for bank transfers: the money arrives first; identity and consent follow. */
const bankTransferSteps: readonly Rule[] = [
  { id: 'ordered', now: [], done: ['awaiting_payment'] },
  { id: 'payment', now: ['awaiting_payment'], done: STATUSES_AFTER_RECEIPT },
  ...cardSteps.filter(({ id }) => id !== 'ordered' && id !== 'card_held' && id !== 'payment'),
];

const stepsByMoneyTrait: Readonly<Record<MethodTraits['money'], readonly Rule[]>> = {
  held: cardSteps,
  received: bankTransferSteps,
};

/** Steps that an order has only if it reached this status. */
const optionalSteps: { readonly [Id in OrderStepId]?: OrderStatus } = {
  identity: 'awaiting_identity',
  consent: 'awaiting_consent',
};

/** Final steps of an interrupted order. */
const endings: { readonly [Status in OrderStatus]?: readonly Pick<OrderStep, 'id' | 'state'>[] } = {
  expired: [{ id: 'expired', state: 'failed' }],
  failed: [{ id: 'failed', state: 'failed' }],
  voiding: [{ id: 'release', state: 'now' }],
  cancelled: [{ id: 'cancelled', state: 'failed' }],
  on_hold: [{ id: 'review', state: 'now' }],
  refunding: [
    { id: 'transaction_failed', state: 'failed' },
    { id: 'refund', state: 'now' },
  ],
  refunded: [
    { id: 'transaction_failed', state: 'failed' },
    { id: 'refund', state: 'done' },
  ],
};

const FAILED_DELIVERY: readonly Pick<OrderStep, 'id' | 'state'>[] = [
  { id: 'delivery', state: 'failed' },
  { id: 'review', state: 'now' },
];

type OrderForSteps = Pick<OrderDetail, 'status' | 'heldFrom' | 'payMethod' | 'timeline'> &
  Partial<Pick<OrderDetail, 'provider'>>;

/** Returns the past, current and future steps of an order, from its status and timeline. */
export function buildOrderSteps(order: OrderForSteps): readonly OrderStep[] {
  const ending = findEnding(order);
  const rules = order.provider ? providerSteps : stepsByMoneyTrait[getPayMethodTraits(order.payMethod).money];
  const steps = rules.filter((rule) => isIncluded(rule, order)).map((rule) => buildStep(rule, order));
  if (!ending) return steps;
  // The steps after an interruption are unknown, so only completed ones remain.
  return [
    ...steps.filter(({ state }) => state === 'done'),
    ...ending.map(({ id, state }) => ({ id, state, at: findEndingTime(id, state, order) })),
  ];
}

function findEnding(order: OrderForSteps): readonly Pick<OrderStep, 'id' | 'state'>[] | undefined {
  const ending = endings[order.status];
  if (order.status === 'on_hold' && order.heldFrom === 'delivering' && !order.provider) return FAILED_DELIVERY;
  if (order.status === 'cancelled' && wasHeld(order)) return [{ id: 'release', state: 'done' }, ...(ending ?? [])];
  return ending;
}

function isIncluded({ id }: Rule, { timeline }: OrderForSteps): boolean {
  const optionalStatus = optionalSteps[id];
  if (optionalStatus) return timeline.some(({ status }) => status === optionalStatus);
  if (id !== 'card_held') return true;
  return timeline.some(({ status }) => status === 'awaiting_identity' || status === 'awaiting_consent');
}

function buildStep({ id, now, done, begins }: Rule, { status, timeline }: OrderForSteps): OrderStep {
  const optionalStatus = optionalSteps[id];
  const from = optionalStatus ? timeline.findLastIndex((entry) => entry.status === optionalStatus) : 0;
  const reached = timeline.slice(from + (optionalStatus ? 1 : 0)).find((entry) => done.includes(entry.status));
  const began = timeline.findLast((entry) => entry.status === begins)?.at ?? null;
  if (now.includes(status)) return { id, state: 'now', at: began };
  // After a chain reorganization the delivery is no longer complete.
  const undone = id === 'delivered' && status === 'delivering';
  return reached && !undone ? { id, state: 'done', at: began ?? reached.at } : { id, state: 'later', at: null };
}

function findEndingTime(
  id: OrderStepId,
  state: OrderStep['state'],
  { status, timeline }: OrderForSteps,
): string | null {
  if (state === 'now') return null;
  const stepStatus: OrderStatus = id === 'transaction_failed' ? 'refunding' : status;
  return timeline.findLast((entry) => entry.status === stepStatus)?.at ?? null;
}
