import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { requestTitle } from '@slipway/contract/statements/requestTitle.ts';
import { amountOf } from '@slipway/money/amount.ts';
import { formatDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { Settings } from '../../configuration/settings.ts';
import { type AlertKind, meaningOfAlert, type OpenAlert, openAlerts } from '../../notification/alertStore.ts';
import { inUtc } from '../../notification/duty/duty.ts';
import { heldAlerts } from '../../notification/duty/watchStore.ts';
import {
  inWords,
  titleOfDispute,
  titleOfHold,
  titleOfReview,
  titleOfUnmatched,
} from '../../operator/attention/attentionTitles.ts';
import { type ClockName, endOf, type Waiting } from '../../operator/clocks/clocks.ts';
import { orderDeadline } from '../../operator/clocks/orderDeadline.ts';
import { listWaiting } from '../../operator/clocks/waitingStore.ts';
import { type OperatorRequest, openRequests } from '../../operator/requestStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { isPaid, type Order } from '../../purchase/order/order.ts';
import { findOrdersByIds } from '../../purchase/order/orderStore.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { exactText } from '../../reconciliation/exactText.ts';
import type { RiskRule } from '../../risk/riskRules.ts';
import { IF_NOBODY_ACTS, ifNobodyAnswers, ifNobodyContests, ifNobodyReleases } from '../attention/ifNobodyActs.ts';
import { deskOf } from '../desk/subjects.ts';
import { placeName } from '../figures/placeName.ts';
import { gapOfDifference, placesFigure, type StandingDifference } from '../figures/places.ts';
import { maskedMail } from '../personal/masks.ts';
import { ordersWaitingFor } from '../reconciliation/waitingStore.ts';
import { saidSum, shownSum } from '../shownSum.ts';
import {
  type BuyerToLookAt,
  buyersToLookAt,
  type HeldOrder,
  type HomelessRefund,
  heldOrders,
  type LooseMoney,
  type OpenDispute,
  orderNumbers,
  refundsWithoutAccount,
  takesByThing,
  unallocatedMoney,
  unansweredDisputes,
} from './queueStore.ts';

export type QueueItem = ConsoleCallData<'today'>['queue'][number];
type Draft = Omit<QueueItem, 'holder' | 'alerts' | 'desk'>;

/** Of each kind. */
const MOST = 500;
const CENTS = 2;
const PAYOUTS = 'payout:';

/** All that needs a person, the nearest clock first; what has none comes last, the oldest first. */
export async function readQueue(
  database: Queryable,
  { catalog, riskRules }: Pick<Settings, 'catalog' | 'riskRules'>,
): Promise<{ readonly items: readonly QueueItem[]; readonly waiting: readonly Waiting[] }> {
  const [waiting, held, disputes, refunds, loose, buyers, requests, alerts, watched, takes, places] = await Promise.all(
    [
      listWaiting(database, MOST * 4),
      heldOrders(database, MOST),
      unansweredDisputes(database, MOST),
      refundsWithoutAccount(database, MOST),
      unallocatedMoney(database, MOST),
      buyersToLookAt(database, MOST),
      openRequests(database),
      openAlerts(database, MOST),
      heldAlerts(database),
      takesByThing(database),
      placesFigure(database, catalog),
    ],
  );
  const numbers = await orderNumbers(
    database,
    alerts.flatMap(({ orderId }) => orderId ?? []),
  );
  const orders = await findOrdersByIds(database, [
    ...held.map(({ id }) => id),
    ...buyers.flatMap(({ orderId }) => orderId ?? []),
  ]);
  const orderById = new Map(orders.map((order) => [order.id, order]));
  const differences = places.differences.filter(({ state }) => state === 'open');
  const drafts = [
    ...held.flatMap((row) => {
      const order = orderById.get(row.id);
      return order ? [heldItem(row, order, waiting, riskRules)] : [];
    }),
    ...buyers.map((buyer) => reviewItem(buyer, orderById.get(buyer.orderId ?? -1))),
    ...disputes.map(disputeItem),
    ...refunds.map((refund) => refundItem(refund, waiting)),
    ...loose.map(looseItem),
    ...(await Promise.all(differences.map((difference) => differenceItem(database, catalog, difference)))),
    ...requests.filter(({ status }) => status === 'waiting').map(requestItem),
  ];
  const { told, rest } = shareAlerts(drafts, alerts, numbers);
  const holders = new Map(watched.map(({ id, holder }) => [id, holder]));
  const items = [...drafts, ...rest.map((alert) => alertItem(alert, numbers))].map((draft): QueueItem => {
    const own = draft.kind === 'alert' ? [Number(draft.subject)] : (told.get(draft) ?? []);
    const seen = own.flatMap((id) => holders.get(id) ?? [])[0];
    const desk = deskOf(draft.kind, draft.subject);
    return { ...draft, desk, alerts: [...own], holder: takes.get(desk) ?? seen ?? null };
  });
  return { items: items.toSorted(byClock), waiting };
}

export function byClock(a: QueueItem, b: QueueItem): number {
  const [until, other] = [a, b].map(({ clock }) =>
    clock.until === null ? Number.POSITIVE_INFINITY : Date.parse(clock.until),
  );
  if (until !== other) return (until ?? 0) < (other ?? 0) ? -1 : 1;
  return Date.parse(a.clock.since) - Date.parse(b.clock.since) || a.subject.localeCompare(b.subject);
}

function heldItem(row: HeldOrder, order: Order, waiting: readonly Waiting[], rules: readonly RiskRule[]): Draft {
  const { since, until } = orderDeadline(
    order,
    row.since,
    waiting.filter(({ orderId }) => orderId === order.id),
  );
  return {
    kind: 'hold',
    subject: order.orderNo,
    cause: titleOfHold(order, rules),
    detail: `On hold at: ${inWords(order.heldFrom ?? 'paid').toLowerCase()}${buyerWords(row)}`,
    clock: clockOf(since, until, ifNobodyReleases(order)),
    amount: paid(row),
    amountSays: isPaid(order) ? 'on hold' : 'authorized, not captured',
    halted: false,
    act: { label: 'Decide', to: `orders/${order.orderNo}` },
  };
}

function reviewItem({ id, email, reason, facts, openedAt }: BuyerToLookAt, order: Order | undefined): Draft {
  return {
    kind: 'review',
    subject: String(id),
    cause: titleOfReview(reason, facts),
    detail: `${maskedMail(email)}, ${order ? `order ${order.orderNo}` : 'no order waits for it'}`,
    clock: clockOf(openedAt, order?.deadlineAt ?? null, ifNobodyAnswers(order)),
    amount: order ? shownSum(order.pay) : null,
    amountSays: order ? (isPaid(order) ? 'received' : 'authorized, not captured') : '',
    halted: false,
    act: { label: 'Review', to: reviewAt(reason === 'name_listed' ? 'names' : 'identity', String(id)) },
  };
}

/** A review's own address, which names its kind too. */
function reviewAt(kind: 'names' | 'identity' | 'dispute' | 'unallocated', id: string): string {
  return `reviews/${encodeURIComponent(`${kind}-${id}`)}?kind=${kind}`;
}

function buyerWords({ email }: HeldOrder): string {
  return email === null ? '' : `, ${maskedMail(email)}`;
}

function disputeItem(dispute: OpenDispute): Draft {
  const { id, orderNo, delivered: isDelivered, evidence, needsConsent, openedAt, dueAt } = dispute;
  const asset = fiatAsset(dispute.currency);
  const [amount, fee] = [dispute.units, dispute.feeUnits].map((units) => saidSum(amountOf(asset, units)));
  return {
    kind: 'dispute',
    subject: id,
    cause: titleOfDispute(dispute),
    detail: `Order ${orderNo}${isDelivered ? ', coins delivered' : ''}`,
    clock: clockOf(
      openedAt,
      dueAt,
      ifNobodyContests({
        evidence,
        needsConsent,
        isDelivered,
        amount: amount ?? '',
        fee: dispute.feeUnits > 0n ? (fee ?? '') : '',
      }),
    ),
    amount: paid(dispute),
    amountSays: 'disputed',
    halted: false,
    act: { label: 'Evidence', to: reviewAt('dispute', id) },
  };
}

function refundItem(refund: HomelessRefund, waiting: readonly Waiting[]): Draft {
  const { id, orderNo, createdAt } = refund;
  const own = waiting.find(({ clock, subject }) => clock === 'refund' && (subject === id || subject === orderNo));
  return {
    kind: 'refund',
    subject: id,
    cause: 'Bank refund missing account details',
    detail: orderNo === null ? 'Unmatched payment' : `Order ${orderNo}`,
    clock: clockOf(own?.since ?? createdAt, own?.until ?? endOf('refund', createdAt), IF_NOBODY_ACTS.refund),
    amount: paid(refund),
    amountSays: 'to refund',
    halted: false,
    act: { label: 'Add account', to: orderNo === null ? 'orders' : `orders/${orderNo}/refunds` },
  };
}

function looseItem({ id, currency, units, reason, createdAt }: LooseMoney): Draft {
  return {
    kind: 'unallocated',
    subject: id,
    cause: titleOfUnmatched(reason),
    detail: 'Bank transfer',
    clock: clockOf(createdAt, endOf('unallocated', createdAt), IF_NOBODY_ACTS.unmatched),
    amount: shownSum(amountOf(fiatAsset(currency), units)),
    amountSays: 'unmatched',
    halted: false,
    act: { label: 'Match', to: reviewAt('unallocated', id) },
  };
}

async function differenceItem(database: Queryable, catalog: Catalog, difference: StandingDifference): Promise<Draft> {
  const { id, place, asset, halts, waitsUntil, waitsBy } = difference;
  const { code } = describeAsset(catalog, asset);
  const gap = gapOfDifference(difference);
  const size = exactText(catalog, asset, gap < 0n ? -gap : gap);
  const assets = halts.flatMap(({ scope }) => (scope.startsWith(PAYOUTS) ? [scope.slice(PAYOUTS.length)] : []));
  const waiting = await ordersWaitingFor(database, assets);
  const halted = halts.length > 0;
  const otherwise = waiting.orders > 0 ? 'their money goes back' : 'nothing of it leaves until somebody decides';
  return {
    kind: 'difference',
    subject: String(id),
    cause: `${code}: ${placeName(catalog, place)} holds ${size} ${gap < 0n ? 'less' : 'more'} than the ledger`,
    detail: waitsUntil
      ? `${stillWords(halts, waiting.orders)}; waits until ${inUtc(waitsUntil)}, asked by ${waitsBy}`
      : stillWords(halts, waiting.orders),
    clock: clockOfDifference(difference, waiting.until, halted ? otherwise : 'it stays, and somebody is told'),
    amount:
      waiting.orders > 0
        ? { amount: formatDecimal({ coefficient: waiting.euroCents, scale: CENTS }), unit: 'EUR' }
        : { amount: size, unit: code },
    amountSays: waiting.orders > 0 ? `in ${waiting.orders} ${waiting.orders === 1 ? 'order' : 'orders'}` : 'difference',
    halted,
    act: { label: 'Look', to: `reconciliation/${encodeURIComponent(place)}` },
  };
}

/** The nearer of when its orders go back and when whoever let it wait is told again. */
function clockOfDifference(
  { openedAt, waitsUntil }: StandingDifference,
  ordersUntil: Date | null,
  otherwise: string,
): QueueItem['clock'] {
  if (waitsUntil && (ordersUntil === null || waitsUntil < ordersUntil))
    return clockOf(openedAt, waitsUntil, 'its alert wakes again');
  return clockOf(openedAt, ordersUntil, otherwise);
}

/** What stands still for a difference. */
function stillWords(halts: StandingDifference['halts'], orders: number): string {
  if (halts.length === 0) return 'Nothing stands still for it';
  if (!halts.some(({ scope }) => scope.startsWith(PAYOUTS))) return 'Files of refunds stand still';
  if (orders === 0) return 'Its payouts stand still; none waits yet';
  return orders === 1 ? '1 payout stands still' : `${orders} payouts stand still`;
}

function requestItem(request: OperatorRequest): Draft {
  const { id, who, why, createdAt } = request;
  return {
    kind: 'request',
    subject: String(id),
    cause: `Approval needed: ${requestTitle(request)}`,
    detail: `Requested by ${who}: ${why}`,
    clock: clockOf(createdAt, endOf('request', createdAt), IF_NOBODY_ACTS.request),
    amount: null,
    amountSays: '',
    halted: false,
    act: { label: 'Look', to: `people/requests?id=${id}` },
  };
}

function alertItem({ id, kind, orderId, createdAt, times }: OpenAlert, numbers: ReadonlyMap<number, string>): Draft {
  const orderNo = orderId === null ? undefined : numbers.get(orderId);
  const means = meaningOfAlert(kind) ?? inWords(kind);
  return {
    kind: 'alert',
    subject: String(id),
    cause: means.charAt(0).toUpperCase() + means.slice(1),
    detail: [orderNo && `Order ${orderNo}`, times > 1 && `said ${times} times`].filter(Boolean).join(', ') || 'Alert',
    clock: clockOf(createdAt, null, OTHERWISE[kind] ?? 'it stays open until somebody settles it'),
    amount: null,
    amountSays: '',
    halted: HALTS.includes(kind),
    act: { label: 'Look', to: `today?alert=${id}` },
  };
}

/** Alerts that say that something may not leave. */
const HALTS: readonly AlertKind[] = ['payouts_stopped', 'signing_stopped'];

/** What happens if nobody does anything, where that is more than that the alert stays open. */
const OTHERWISE: { readonly [Kind in AlertKind]?: string } = {
  signing_stopped: 'nothing is signed; what is not signed within six hours goes back',
};

/** An alert about something that stands in the queue already is told with it, and not twice. */
function shareAlerts(
  drafts: readonly Draft[],
  alerts: readonly OpenAlert[],
  numbers: ReadonlyMap<number, string>,
): { readonly told: ReadonlyMap<Draft, readonly number[]>; readonly rest: readonly OpenAlert[] } {
  const bySubject = new Map(drafts.map((draft) => [`${draft.kind} ${draft.subject}`, draft]));
  const told = new Map<Draft, number[]>();
  const rest: OpenAlert[] = [];
  for (const alert of alerts) {
    const draft = namesOf(alert, numbers).flatMap((name) => bySubject.get(name) ?? [])[0];
    if (draft) told.set(draft, [...(told.get(draft) ?? []), alert.id]);
    else rest.push(alert);
  }
  return { told, rest };
}

/** What an alert may be about, the nearest first, as the queue names it. */
function namesOf({ kind, orderId, facts }: OpenAlert, numbers: ReadonlyMap<number, string>): readonly string[] {
  const said = (name: string) => {
    const fact = facts[name];
    return typeof fact === 'string' || typeof fact === 'number' ? [String(fact)] : [];
  };
  const orderNo = orderId === null ? undefined : numbers.get(orderId);
  const subjects = kind === 'time_over' || kind === 'time_running_out' ? said('subject') : [];
  // Requests are numbered as other things are.
  const isRequest = facts['clock'] === ('request' satisfies ClockName);
  return [
    ...said('difference').map((id) => `difference ${id}`),
    ...said('review').map((id) => `review ${id}`),
    ...said('dispute').map((id) => `dispute ${id}`),
    ...said('refund').map((id) => `refund ${id}`),
    ...said('entry').map((id) => `unallocated ${id}`),
    ...subjects.flatMap((id) => (isRequest ? [`request ${id}`] : [`hold ${id}`, `refund ${id}`, `unallocated ${id}`])),
    ...(orderNo === undefined || kind === 'refund_wanted' ? [] : [`hold ${orderNo}`]),
  ];
}

function clockOf(since: Date, until: Date | null, otherwise: string): QueueItem['clock'] {
  return { since: since.toISOString(), until: until?.toISOString() ?? null, otherwise };
}

function paid({ units, currency, decimals }: { units: bigint; currency: string; decimals: number }) {
  return { amount: formatDecimal({ coefficient: units, scale: decimals }), unit: currency };
}
