import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { createAmount } from '@slipway/money/amount.ts';
import { formatDecimal, trimZeros } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { findOpenRequests, type OperatorRequest } from '../../action/requests/requestStore.ts';
import type { Settings } from '../../configuration/settings.ts';
import { type AlertKind, describeAlertKind, listOpenAlerts, type OpenAlert } from '../../notification/alertStore.ts';
import { formatUtcMinute } from '../../notification/duty/duty.ts';
import { findAcknowledgedAlerts } from '../../notification/duty/watchStore.ts';
import { formatRequestTitle } from '../../operator/actions.ts';
import {
  formatDisputeTitle,
  formatHoldTitle,
  formatReviewTitle,
  formatUnmatchedTitle,
  humanizeCode,
} from '../../operator/attention/attentionTitles.ts';
import { findOrderDeadline } from '../../operator/deadlines/findOrderDeadline.ts';
import { listPendingWork } from '../../operator/deadlines/pendingWorkStore.ts';
import { computeDeadline, type DeadlineName, type PendingWork } from '../../operator/deadlines/workDeadlines.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { isPaid, type Order } from '../../purchase/order/order.ts';
import { findOrdersByIds } from '../../purchase/order/orderStore.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import {
  computeDifferenceGap,
  type DifferenceWithHalts,
  readExternalBalances,
} from '../../reconciliation/externalBalances.ts';
import { formatLedgerUnits } from '../../reconciliation/formatUnits.ts';
import type { RiskRule } from '../../risk/riskRules.ts';
import {
  DEADLINE_OUTCOMES,
  describeDisputeExpiry,
  describeHoldExpiry,
  describeReviewExpiry,
} from '../attention/deadlineOutcomes.ts';
import { toWorkItemKey } from '../collaboration/workItems.ts';
import { describeExternalAccount } from '../figures/describeExternalAccount.ts';
import { maskEmail } from '../personal/masks.ts';
import { formatAmountWithCode, presentAmount } from '../presentAmount.ts';
import { sumHaltedOrders } from '../reconciliation/reconciliationPageStore.ts';
import {
  findOrderNumbers,
  type HeldOrder,
  listHeldOrders,
  listOpenBuyerReviews,
  listRefundsWithoutAccount,
  listUnansweredDisputes,
  listUnmatchedPayments,
  type OpenBuyerReview,
  type OpenDispute,
  type RefundWithoutAccount,
  readAssignees,
  type UnmatchedPayment,
} from './queueStore.ts';

export type QueueItem = ConsoleCallData<'today'>['queue'][number];
type Draft = Omit<QueueItem, 'holder' | 'alerts' | 'desk'>;

const MAX_ITEMS_PER_KIND = 500;
const CENTS = 2;
const PAYOUTS = 'payout:';

/**
 * Returns everything that needs attention, the most urgent first (see {@link compareByUrgency}), and the pending work with
 * its deadlines.
 */
export async function readQueue(
  database: Queryable,
  { catalog, riskRules }: Pick<Settings, 'catalog' | 'riskRules'>,
): Promise<{ readonly items: readonly QueueItem[]; readonly waiting: readonly PendingWork[] }> {
  const [waiting, held, disputes, refunds, unmatched, buyers, requests, alerts, acknowledged, assignees, places] =
    await Promise.all([
      listPendingWork(database, MAX_ITEMS_PER_KIND * 4),
      listHeldOrders(database, MAX_ITEMS_PER_KIND),
      listUnansweredDisputes(database, MAX_ITEMS_PER_KIND),
      listRefundsWithoutAccount(database, MAX_ITEMS_PER_KIND),
      listUnmatchedPayments(database, MAX_ITEMS_PER_KIND),
      listOpenBuyerReviews(database, MAX_ITEMS_PER_KIND),
      findOpenRequests(database),
      listOpenAlerts(database, MAX_ITEMS_PER_KIND),
      findAcknowledgedAlerts(database),
      readAssignees(database),
      readExternalBalances(database, catalog),
    ]);
  const numbers = await findOrderNumbers(
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
      return order ? [buildHeldItem(row, order, waiting, riskRules)] : [];
    }),
    ...buyers.map((buyer) => buildReviewItem(buyer, orderById.get(buyer.orderId ?? -1))),
    ...disputes.map(buildDisputeItem),
    ...refunds.map((refund) => buildRefundItem(refund, waiting)),
    ...unmatched.map(buildUnmatchedItem),
    ...(await Promise.all(differences.map((difference) => buildDifferenceItem(database, catalog, difference)))),
    ...requests.filter(({ status }) => status === 'waiting').map(buildRequestItem),
  ];
  const { alertIdsByDraft, unattached } = attachAlerts(drafts, alerts, numbers);
  const holders = new Map(acknowledged.map(({ id, holder }) => [id, holder]));
  const items = [...drafts, ...unattached.map((alert) => buildAlertItem(alert, numbers))].map((draft): QueueItem => {
    const alertIds = draft.kind === 'alert' ? [Number(draft.subject)] : (alertIdsByDraft.get(draft) ?? []);
    const acknowledgedBy = alertIds.flatMap((id) => holders.get(id) ?? [])[0];
    const desk = toWorkItemKey(draft.kind, draft.subject);
    return { ...draft, desk, alerts: [...alertIds], holder: assignees.get(desk) ?? acknowledgedBy ?? null };
  });
  return { items: items.toSorted(compareByUrgency), waiting };
}

/**
 * Compares items for sorting: those that halt payouts or refunds first, then by deadline; items without one come last,
 * oldest first.
 */
function compareByUrgency(a: QueueItem, b: QueueItem): number {
  if (a.halted !== b.halted) return a.halted ? -1 : 1;
  const [until, other] = [a, b].map(({ clock }) =>
    clock.until === null ? Number.POSITIVE_INFINITY : Date.parse(clock.until),
  );
  if (until !== other) return (until ?? 0) < (other ?? 0) ? -1 : 1;
  return Date.parse(a.clock.since) - Date.parse(b.clock.since) || a.subject.localeCompare(b.subject);
}

function buildHeldItem(
  row: HeldOrder,
  order: Order,
  waiting: readonly PendingWork[],
  rules: readonly RiskRule[],
): Draft {
  const { since, until } = findOrderDeadline(
    order,
    row.since,
    waiting.filter(({ orderId }) => orderId === order.id),
  );
  return {
    kind: 'hold',
    subject: order.orderNo,
    cause: formatHoldTitle(order, rules),
    detail: `On hold; status before: ${humanizeCode(order.heldFrom ?? 'paid').toLowerCase()}${describeBuyer(row)}`,
    clock: buildClock(since, until, describeHoldExpiry(order)),
    amount: presentPayAmount(row),
    amountSays: isPaid(order) ? 'on hold' : 'authorized, not captured',
    halted: false,
    act: { label: 'Decide', to: `orders/${order.orderNo}` },
  };
}

function buildReviewItem({ id, email, reason, facts, openedAt }: OpenBuyerReview, order: Order | undefined): Draft {
  return {
    kind: 'review',
    subject: String(id),
    cause: formatReviewTitle(reason, facts),
    detail: `${maskEmail(email)}, ${order ? `order ${order.orderNo}` : 'no order depends on it'}`,
    clock: buildClock(openedAt, order?.deadlineAt ?? null, describeReviewExpiry(order)),
    amount: order ? presentAmount(order.pay) : null,
    amountSays: order ? (isPaid(order) ? 'received' : 'authorized, not captured') : '',
    halted: false,
    act: { label: 'Review', to: buildReviewPath(reason === 'name_listed' ? 'names' : 'identity', String(id)) },
  };
}

/** Returns the path of a review, which includes its kind. */
function buildReviewPath(kind: 'names' | 'identity' | 'dispute' | 'unallocated', id: string): string {
  return `reviews/${encodeURIComponent(`${kind}-${id}`)}?kind=${kind}`;
}

function describeBuyer({ email }: HeldOrder): string {
  return email === null ? '' : `, ${maskEmail(email)}`;
}

function buildDisputeItem(dispute: OpenDispute): Draft {
  const { id, orderNo, delivered: isDelivered, evidence, needsConsent, openedAt, dueAt } = dispute;
  const asset = fiatAsset(dispute.currency);
  const [amount, fee] = [dispute.units, dispute.feeUnits].map((units) =>
    formatAmountWithCode(createAmount(asset, units)),
  );
  return {
    kind: 'dispute',
    subject: id,
    cause: formatDisputeTitle(dispute),
    detail: `Order ${orderNo}${isDelivered ? ', coins delivered' : ''}`,
    clock: buildClock(
      openedAt,
      dueAt,
      describeDisputeExpiry({
        evidence,
        needsConsent,
        isDelivered,
        amount: amount ?? '',
        fee: dispute.feeUnits > 0n ? (fee ?? '') : '',
      }),
    ),
    amount: presentPayAmount(dispute),
    amountSays: 'disputed',
    halted: false,
    act: { label: 'Evidence', to: buildReviewPath('dispute', id) },
  };
}

function buildRefundItem(refund: RefundWithoutAccount, waiting: readonly PendingWork[]): Draft {
  const { id, orderNo, createdAt } = refund;
  const pendingRefund = waiting.find(
    ({ clock, subject }) => clock === 'refund' && (subject === id || subject === orderNo),
  );
  return {
    kind: 'refund',
    subject: id,
    cause: 'Bank refund missing account details',
    detail: orderNo === null ? 'Unmatched payment' : `Order ${orderNo}`,
    clock: buildClock(
      pendingRefund?.since ?? createdAt,
      pendingRefund?.until ?? computeDeadline('refund', createdAt),
      DEADLINE_OUTCOMES.refund,
    ),
    amount: presentPayAmount(refund),
    amountSays: 'to refund',
    halted: false,
    act: { label: 'Add account', to: orderNo === null ? 'orders' : `orders/${orderNo}/refunds` },
  };
}

function buildUnmatchedItem({ id, currency, units, reason, createdAt }: UnmatchedPayment): Draft {
  return {
    kind: 'unallocated',
    subject: id,
    cause: formatUnmatchedTitle(reason),
    detail: 'Bank transfer',
    clock: buildClock(createdAt, computeDeadline('unallocated', createdAt), DEADLINE_OUTCOMES.unmatched),
    amount: presentAmount(createAmount(fiatAsset(currency), units)),
    amountSays: 'unmatched',
    halted: false,
    act: { label: 'Match', to: buildReviewPath('unallocated', id) },
  };
}

async function buildDifferenceItem(
  database: Queryable,
  catalog: Catalog,
  difference: DifferenceWithHalts,
): Promise<Draft> {
  const { id, place, asset, halts, waitsUntil, waitsBy } = difference;
  const { symbol } = describeAsset(catalog, asset);
  const gap = computeDifferenceGap(difference);
  const size = trimZeros(formatLedgerUnits(catalog, asset, gap < 0n ? -gap : gap), CENTS);
  const assets = halts.flatMap(({ scope }) => (scope.startsWith(PAYOUTS) ? [scope.slice(PAYOUTS.length)] : []));
  const waiting = await sumHaltedOrders(database, assets);
  const halted = halts.length > 0;
  const otherwise =
    waiting.orders > 0 ? 'its orders become late and keep waiting' : 'it stays halted until someone decides';
  return {
    kind: 'difference',
    subject: String(id),
    cause: `${describeExternalAccount(catalog, place)} is ${size} ${symbol} ${gap < 0n ? 'below' : 'above'} the ledger`,
    detail: waitsUntil
      ? `${describeHalts(halts, waiting.orders)}; snoozed until ${formatUtcMinute(waitsUntil)} by ${waitsBy}`
      : describeHalts(halts, waiting.orders),
    clock: buildDifferenceDeadline(
      difference,
      waiting.until,
      halted ? otherwise : 'it stays open, and an alert is sent',
    ),
    amount:
      waiting.orders > 0
        ? { amount: formatDecimal({ coefficient: waiting.euroCents, scale: CENTS }), unit: 'EUR' }
        : { amount: size, unit: symbol },
    amountSays: waiting.orders > 0 ? `in ${waiting.orders} ${waiting.orders === 1 ? 'order' : 'orders'}` : 'difference',
    halted,
    act: { label: 'View', to: `reconciliation/${encodeURIComponent(place)}` },
  };
}

/** Returns a difference's deadline: that of the orders that it halts, or the end of its snooze if that is earlier. */
function buildDifferenceDeadline(
  { openedAt, waitsUntil }: DifferenceWithHalts,
  ordersUntil: Date | null,
  otherwise: string,
): QueueItem['clock'] {
  if (waitsUntil && (ordersUntil === null || waitsUntil < ordersUntil))
    return buildClock(openedAt, waitsUntil, 'its alert is sent again');
  return buildClock(openedAt, ordersUntil, otherwise);
}

/** Describes what a difference halts. */
function describeHalts(halts: DifferenceWithHalts['halts'], orders: number): string {
  if (halts.length === 0) return 'Nothing is halted';
  if (!halts.some(({ scope }) => scope.startsWith(PAYOUTS))) return 'Refund files paused';
  if (orders === 0) return 'Payouts paused; none queued';
  return orders === 1 ? '1 payout paused' : `${orders} payouts paused`;
}

function buildRequestItem(request: OperatorRequest): Draft {
  const { id, who, why, createdAt } = request;
  return {
    kind: 'request',
    subject: String(id),
    cause: `Approval needed: ${formatRequestTitle(request)}`,
    detail: `Requested by ${who}: ${why}`,
    clock: buildClock(createdAt, computeDeadline('request', createdAt), DEADLINE_OUTCOMES.request),
    amount: null,
    amountSays: '',
    halted: false,
    act: { label: 'View', to: `people/requests?id=${id}` },
  };
}

function buildAlertItem(
  { id, kind, orderId, facts, createdAt, times }: OpenAlert,
  numbers: ReadonlyMap<number, string>,
): Draft {
  const orderNo = orderId === null ? undefined : numbers.get(orderId);
  const meaning = describeAlertKind(kind) ?? humanizeCode(kind);
  return {
    kind: 'alert',
    subject: String(id),
    cause: meaning.charAt(0).toUpperCase() + meaning.slice(1),
    detail:
      [
        orderNo && `Order ${orderNo}`,
        kind === 'partner_change_request' && `Partner ${String(facts['partner'])}`,
        times > 1 && `${times} occurrences`,
      ]
        .filter(Boolean)
        .join(', ') || 'Alert',
    clock: buildClock(createdAt, null, ALERT_OUTCOMES[kind] ?? 'it stays open until someone settles it'),
    amount: null,
    amountSays: '',
    halted: HALTS.includes(kind),
    act: getAlertAction({ id, kind, facts }),
  };
}

/** Returns the button that opens the page where the alert is handled. */
function getAlertAction({ id, kind, facts }: Pick<OpenAlert, 'id' | 'kind' | 'facts'>): QueueItem['act'] {
  const { partner } = facts;
  if (kind === 'partner_change_request' && typeof partner === 'string')
    return { label: 'Decide', to: `partners/${partner}/requests` };
  return { label: 'View', to: `today?alert=${id}` };
}

/** Alerts about halted payouts. */
const HALTS: readonly AlertKind[] = ['payouts_stopped', 'signing_stopped'];

/** Outcome if no one acts, unless the alert just stays open. */
const ALERT_OUTCOMES: { readonly [Kind in AlertKind]?: string } = {
  signing_stopped: 'nothing is signed, and paid orders wait',
  partner_change_request: 'nothing changes, and the partner waits',
};

/** Attaches each alert to the queue's item about the same subject, so that it is not listed twice. */
function attachAlerts(
  drafts: readonly Draft[],
  alerts: readonly OpenAlert[],
  numbers: ReadonlyMap<number, string>,
): { readonly alertIdsByDraft: ReadonlyMap<Draft, readonly number[]>; readonly unattached: readonly OpenAlert[] } {
  const bySubject = new Map(drafts.map((draft) => [`${draft.kind} ${draft.subject}`, draft]));
  const alertIdsByDraft = new Map<Draft, number[]>();
  const unattached: OpenAlert[] = [];
  for (const alert of alerts) {
    const draft = listRelatedItems(alert, numbers).flatMap((name) => bySubject.get(name) ?? [])[0];
    if (draft) alertIdsByDraft.set(draft, [...(alertIdsByDraft.get(draft) ?? []), alert.id]);
    else unattached.push(alert);
  }
  return { alertIdsByDraft, unattached };
}

/** Returns the items that an alert may be about, the most specific first, as the queue names them. */
function listRelatedItems(
  { kind, orderId, facts }: OpenAlert,
  numbers: ReadonlyMap<number, string>,
): readonly string[] {
  const readFact = (name: string) => {
    const fact = facts[name];
    return typeof fact === 'string' || typeof fact === 'number' ? [String(fact)] : [];
  };
  const orderNo = orderId === null ? undefined : numbers.get(orderId);
  const subjects = kind === 'deadline_passed' || kind === 'deadline_near' ? readFact('subject') : [];
  // A request's id is a number, so it could also match a record of another kind.
  const isRequest = facts['clock'] === ('request' satisfies DeadlineName);
  return [
    ...readFact('difference').map((id) => `difference ${id}`),
    ...readFact('review').map((id) => `review ${id}`),
    ...readFact('dispute').map((id) => `dispute ${id}`),
    ...readFact('refund').map((id) => `refund ${id}`),
    ...readFact('entry').map((id) => `unallocated ${id}`),
    ...subjects.flatMap((id) => (isRequest ? [`request ${id}`] : [`hold ${id}`, `refund ${id}`, `unallocated ${id}`])),
    ...(orderNo === undefined || kind === 'partner_refund_request' ? [] : [`hold ${orderNo}`]),
  ];
}

function buildClock(since: Date, until: Date | null, otherwise: string): QueueItem['clock'] {
  return { since: since.toISOString(), until: until?.toISOString() ?? null, otherwise };
}

function presentPayAmount({ units, currency, decimals }: { units: bigint; currency: string; decimals: number }) {
  return { amount: formatDecimal({ coefficient: units, scale: decimals }), unit: currency };
}
