import type { OrderDetail, OrderStatus } from '@slipway/contract/entities/order.ts';
import { type MethodTraits, traitsOf } from '@slipway/contract/entities/payMethods.ts';
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
  /** When it was done, or began where that is shown; ISO 8601. */
  readonly at: string | null;
};

type Rule = {
  readonly id: OrderStepId;
  readonly now: readonly OrderStatus[];
  /** Reaching any of these statuses completes it. */
  readonly done: readonly OrderStatus[];
  /** Its time is when this status began; without it, when it was done. */
  readonly begins?: OrderStatus;
};

const FULFILLED = ['converting', 'converted', 'delivering', 'delivered'] as const;

/** The way of an order that goes well; the detours of the middle are shown only when they were taken. */
const heldWay: readonly Rule[] = [
  { id: 'ordered', now: [], done: ['awaiting_payment'] },
  { id: 'card_held', now: [], done: ['awaiting_identity', 'awaiting_consent'] },
  { id: 'identity', now: ['awaiting_identity'], done: ['awaiting_consent', 'capturing', 'paid', ...FULFILLED] },
  { id: 'consent', now: ['awaiting_consent'], done: ['capturing', 'paid', ...FULFILLED] },
  { id: 'payment', now: ['awaiting_payment', 'authorizing', 'capturing'], done: ['paid', ...FULFILLED] },
  { id: 'conversion', now: ['paid', 'converting'], done: ['converted', 'delivering', 'delivered'] },
  { id: 'delivery', now: ['converted', 'delivering'], done: ['delivered'], begins: 'delivering' },
  { id: 'delivered', now: [], done: ['delivered'] },
];

/** Another provider says nothing of what it buys: the payment, the way, the end. */
const providersWay: readonly Rule[] = [
  { id: 'ordered', now: [], done: ['awaiting_payment'] },
  { id: 'payment', now: ['awaiting_payment'], done: ['paid', 'delivering', 'delivered'] },
  { id: 'delivery', now: ['paid', 'delivering'], done: ['delivered'], begins: 'delivering' },
  { id: 'delivered', now: [], done: ['delivered'] },
];

const MONEY_CAME: readonly OrderStatus[] = ['awaiting_identity', 'awaiting_consent', 'paid', ...FULFILLED];

/** Money that comes by itself comes first: identity and consent wait behind it. */
const receivedWay: readonly Rule[] = [
  { id: 'ordered', now: [], done: ['awaiting_payment'] },
  { id: 'payment', now: ['awaiting_payment'], done: MONEY_CAME },
  ...heldWay.filter(({ id }) => id !== 'ordered' && id !== 'card_held' && id !== 'payment'),
];

const ways: Readonly<Record<MethodTraits['money'], readonly Rule[]>> = { held: heldWay, received: receivedWay };

const detours: { readonly [Id in OrderStepId]?: OrderStatus } = {
  identity: 'awaiting_identity',
  consent: 'awaiting_consent',
};

/** How an order left the way, and the last step that stands for it. */
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

type Described = Pick<OrderDetail, 'status' | 'heldFrom' | 'payMethod' | 'timeline'> &
  Partial<Pick<OrderDetail, 'provider'>>;

/** What has happened to an order, what happens now and what comes, from its events. */
export function orderSteps(order: Described): readonly OrderStep[] {
  const ending = endingOf(order);
  const rules = order.provider ? providersWay : ways[traitsOf(order.payMethod).money];
  const steps = rules.filter((rule) => isOnWay(rule, order)).map((rule) => stepOf(rule, order));
  if (!ending) return steps;
  // What comes after an interruption is not known: only what was reached stays.
  return [
    ...steps.filter(({ state }) => state === 'done'),
    ...ending.map(({ id, state }) => ({ id, state, at: endingTime(id, state, order) })),
  ];
}

function endingOf(order: Described): readonly Pick<OrderStep, 'id' | 'state'>[] | undefined {
  const ending = endings[order.status];
  if (order.status === 'on_hold' && order.heldFrom === 'delivering' && !order.provider) return FAILED_DELIVERY;
  if (order.status === 'cancelled' && wasHeld(order)) return [{ id: 'release', state: 'done' }, ...(ending ?? [])];
  return ending;
}

function isOnWay({ id }: Rule, { timeline }: Described): boolean {
  const detour = detours[id];
  if (detour) return timeline.some(({ status }) => status === detour);
  if (id !== 'card_held') return true;
  return timeline.some(({ status }) => status === 'awaiting_identity' || status === 'awaiting_consent');
}

function stepOf({ id, now, done, begins }: Rule, { status, timeline }: Described): OrderStep {
  const detour = detours[id];
  const from = detour ? timeline.findLastIndex((entry) => entry.status === detour) : 0;
  const reached = timeline.slice(from + (detour ? 1 : 0)).find((entry) => done.includes(entry.status));
  const began = timeline.findLast((entry) => entry.status === begins)?.at ?? null;
  if (now.includes(status)) return { id, state: 'now', at: began };
  // A chain that took a block back: the delivery is not done any more.
  const undone = id === 'delivered' && status === 'delivering';
  return reached && !undone ? { id, state: 'done', at: began ?? reached.at } : { id, state: 'later', at: null };
}

function endingTime(id: OrderStepId, state: OrderStep['state'], { status, timeline }: Described): string | null {
  if (state === 'now') return null;
  const wanted: OrderStatus = id === 'transaction_failed' ? 'refunding' : status;
  return timeline.findLast((entry) => entry.status === wanted)?.at ?? null;
}
