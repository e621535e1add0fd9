import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { requestTitle } from '@slipway/contract/statements/requestTitle.ts';
import { formatAmount } from '@slipway/money/amount.ts';
import { formatDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { Settings } from '../../configuration/settings.ts';
import { type AlertKind, meaningOfAlert, type OpenAlert, openAlerts } from '../../notification/alertStore.ts';
import { inUtc } from '../../notification/duty/duty.ts';
import { heldAlerts } from '../../notification/duty/watchStore.ts';
import { type ClockName, endOf, type Waiting } from '../../operator/clocks/clocks.ts';
import { listWaiting } from '../../operator/clocks/waitingStore.ts';
import { type OperatorRequest, openRequests } from '../../operator/requestStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { exactText } from '../../reconciliation/exactText.ts';
import type { RiskRule } from '../../risk/riskRules.ts';
import { deskOf } from '../desk/subjects.ts';
import { placeName } from '../figures/placeName.ts';
import { gapOfDifference, placesFigure, type StandingDifference } from '../figures/places.ts';
import { maskedMail } from '../personal/masks.ts';
import { ordersWaitingFor } from '../reconciliation/waitingStore.ts';
import { causeOfHold, causeOfReview, inWords } from './causes.ts';
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
  const differences = places.differences.filter(({ state }) => state === 'open');
  const drafts = [
    ...held.map((order) => heldItem(order, waiting, riskRules)),
    ...buyers.map(reviewItem),
    ...disputes.map(disputeItem),
    ...refunds.map((refund) => refundItem(refund)),
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

function heldItem(order: HeldOrder, waiting: readonly Waiting[], rules: readonly RiskRule[]): Draft {
  const own = waiting.find(({ clock, subject }) => clock === 'hold' && subject === order.orderNo);
  const since = own?.since ?? order.createdAt;
  const lapses = order.uncharged && order.deadlineAt !== null;
  const until = lapses ? order.deadlineAt : own ? endOf(own) : order.deadlineAt;
  const otherwise = lapses ? 'the hold is released and the order cancelled' : 'it stays held, and somebody is told';
  return {
    kind: 'hold',
    subject: order.orderNo,
    cause: causeOfHold(order, rules),
    detail: `Held order, from ${inWords(order.heldFrom ?? 'paid').toLowerCase()}${buyerWords(order)}`,
    clock: clockOf(since, until, otherwise),
    amount: paid(order),
    amountSays: order.uncharged ? 'held, not charged' : 'kept',
    halted: false,
    act: { label: 'Decide', to: `orders/${order.orderNo}` },
  };
}

function reviewItem(buyer: BuyerToLookAt): Draft {
  const { id, reason, openedAt, orderNo, until, units, currency, decimals, uncharged } = buyer;
  const amount = units !== null && currency !== null && decimals !== null ? paid({ units, currency, decimals }) : null;
  const otherwise = uncharged ? 'the hold is released and the order cancelled' : 'the money goes back';
  return {
    kind: 'review',
    subject: String(id),
    cause: causeOfReview(reason),
    detail: `${maskedMail(buyer.email)}, ${orderNo === null ? 'without an order that waits' : `order ${orderNo}`}`,
    clock: clockOf(
      openedAt,
      orderNo === null ? null : until,
      orderNo === null ? 'they buy nothing until then' : otherwise,
    ),
    amount,
    amountSays: amount ? (uncharged ? 'held, not charged' : 'received') : '',
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
  const { id, orderNo, status, reason, delivered, feeUnits, openedAt, dueAt } = dispute;
  const fee = feeUnits > 0n ? `, and a fee of ${paid({ ...dispute, units: feeUnits }).amount} ${dispute.currency}` : '';
  const amount = paid(dispute);
  return {
    kind: 'dispute',
    subject: id,
    cause: `${status === 'warned' ? 'The card’s bank asks' : 'Dispute'}: ${inWords(reason).toLowerCase()}${delivered ? '; coins were delivered' : ''}`,
    detail: `Order ${orderNo}`,
    clock: clockOf(openedAt, dueAt, `lost: ${amount.amount} ${amount.unit}${fee}`),
    amount,
    amountSays: 'disputed',
    halted: false,
    act: { label: 'Evidence', to: reviewAt('dispute', id) },
  };
}

function refundItem(refund: HomelessRefund): Draft {
  const { id, orderNo, createdAt } = refund;
  const until = endOf({ clock: 'refund', subject: id, orderId: null, since: createdAt });
  return {
    kind: 'refund',
    subject: id,
    cause: 'A refund by bank has no account to go to',
    detail: orderNo === null ? 'Money of no order' : `Order ${orderNo}`,
    clock: clockOf(createdAt, until, 'the promise of 24 hours is broken'),
    amount: paid(refund),
    amountSays: 'to give back',
    halted: false,
    act: { label: 'Add account', to: orderNo === null ? 'orders' : `orders/${orderNo}/refunds` },
  };
}

function looseItem({ id, currency, units, reason, createdAt }: LooseMoney): Draft {
  const until = endOf({ clock: 'unallocated', subject: id, orderId: null, since: createdAt });
  return {
    kind: 'unallocated',
    subject: id,
    cause: 'Money that belongs to no order',
    detail: reason ? inWords(reason) : 'Came by bank',
    clock: clockOf(createdAt, until, 'it stays unallocated, and somebody is told'),
    amount: { amount: formatAmount({ units, asset: fiatAsset(currency) }), unit: currency },
    amountSays: 'unallocated',
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
  const waits = { subject: String(id), orderId: null };
  return {
    kind: 'request',
    subject: String(id),
    cause: `Second person: ${requestTitle(request)}`,
    detail: `Asked by ${who}: ${why}`,
    clock: clockOf(
      createdAt,
      endOf({ clock: 'request', ...waits, since: createdAt }),
      'it lapses, and nothing is done',
    ),
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
