import { createAmount } from '@slipway/money/amount.ts';
import { describeAlertKind } from '../../notification/alertStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { formatTransferReference } from '../../purchase/order/numbers/transferReference.ts';
import type { Order } from '../../purchase/order/order.ts';
import { listOrderEvents, type StoredEvent } from '../../purchase/order/orderEventStore.ts';
import { findOrderById } from '../../purchase/order/orderStore.ts';
import { waitReasons } from '../../purchase/order/stepRunner/conclusion.ts';
import { type JournalRow, listJournal } from '../../purchase/order/stepRunner/journalStore.ts';
import { findNextStepTime } from '../../purchase/order/sweeps/dueOrderStore.ts';
import {
  computeOrderWait,
  findStateEntryTime,
  findWaitReason,
  type OrderRecord,
} from '../../purchase/order/waits/orderWait.ts';
import { listEntriesOfOrder, type StoredEntry } from '../../purchase/payment/bankEntryStore.ts';
import { listRefundRequests } from '../../purchase/refund/partnerRefundStore.ts';
import { formatReasonCode } from '../attention/formatReasonCode.ts';
import { findPendingWorkOfOrders } from '../deadlines/pendingWorkStore.ts';
import { formatTimeLeft, type PendingWork } from '../deadlines/workDeadlines.ts';
import { findShownDisputes } from './shownDisputeStore.ts';
import {
  findShownAlerts,
  findShownAttempts,
  findShownBuyer,
  findShownConversions,
  findShownRefunds,
  findShownRiskDecisions,
} from './shownOrderStore.ts';
import { findShownPayouts, type ShownPayout } from './shownPayoutStore.ts';

/** A record with its fields: texts, counts, times, amounts, and nested values. */
export type ShownFields = Readonly<Record<string, unknown>>;
/** Everything about an order that an operator may see, by section: a record, a list of records, or none. */
export type OrderReport = Readonly<Record<string, ShownFields | readonly ShownFields[] | null>>;

/** The data of an order by section, before it is formatted. */
export type OrderSections = Awaited<ReturnType<typeof readOrderSections>>;

/** Reads the data of all sections. Throws if the order does not exist. */
export async function readOrderSections(database: Database, orderId: number) {
  const [found, nextStep, events, journal, payouts, waiting] = await Promise.all([
    findOrderById(database, orderId),
    findNextStepTime(database, orderId),
    listOrderEvents(database, orderId),
    listJournal(database, orderId),
    findShownPayouts(database, orderId),
    findPendingWorkOfOrders(database, [orderId]),
  ]);
  if (!found) throw new Error(`order ${orderId} no longer exists`);
  const record: OrderRecord = { order: found, events, journal, ...nextStep };
  const [buyer, attempts, conversions, refunds, refundRequests, disputes, receipts, judgements, alerts] =
    await Promise.all([
      found.buyerId === null ? undefined : findShownBuyer(database, found.buyerId),
      findShownAttempts(database, orderId),
      findShownConversions(database, orderId),
      findShownRefunds(database, orderId),
      listRefundRequests(database, orderId),
      findShownDisputes(database, orderId),
      listEntriesOfOrder(database, orderId),
      findShownRiskDecisions(database, orderId),
      findShownAlerts(database, orderId),
    ]);
  return {
    record,
    waiting,
    payouts,
    buyer,
    attempts,
    conversions,
    refunds,
    refundRequests,
    disputes,
    receipts,
    judgements,
    alerts,
  };
}

/** Returns everything about an order, with the fields of each section as `show` prints them. */
export async function readOrderReport(database: Database, orderId: number): Promise<OrderReport> {
  const { record, waiting, payouts, buyer, receipts, alerts, ...sections } = await readOrderSections(database, orderId);
  const { attempts, conversions, refunds, refundRequests, disputes, judgements } = sections;
  const { order: found, events, journal, now } = record;
  return {
    order: buildOrderFields(record),
    wait: buildWaitFields(record),
    clocks: waiting.map((one) => buildPendingWorkFields(one, now)),
    amounts: buildAmountFields(found, payouts),
    buyer: buyer ?? null,
    delivery: buildDeliveryFields(found),
    attempts,
    conversions,
    payouts,
    refunds,
    refundRequests,
    disputes,
    receipts: receipts.map(buildReceiptFields),
    judgements,
    alerts: alerts.map(({ facts, ...alert }) => ({
      ...alert,
      meaning: describeAlertKind(alert.kind),
      cause: describeCause(facts),
      facts,
    })),
    events: events.map(buildEventFields),
    journal: journal.map(buildJournalFields),
  };
}

function buildOrderFields({ order, events, now }: OrderRecord): ShownFields {
  return {
    orderNo: order.orderNo,
    status: order.status,
    since: findStateEntryTime(order, events),
    heldFrom: order.heldFrom,
    reason: order.reason,
    cause: order.reason === null ? null : formatReasonCode(order.reason),
    exception: order.exception === 'none' ? null : order.exception,
    dispute: order.dispute === 'none' ? null : order.dispute,
    holdRequested: order.holdRequested,
    method: order.payMethod,
    transferReference: order.transferReference && formatTransferReference(order.transferReference),
    currentAttempt: order.currentAttemptId,
    triesLeft: order.triesLeft,
    country: order.country,
    clientAddress: order.clientAddress,
    locale: order.locale,
    partner: order.partnerId,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    readAt: now,
  };
}

function describeCause({ reason }: Readonly<Record<string, unknown>>): string | null {
  return typeof reason === 'string' ? formatReasonCode(reason) : null;
}

function buildWaitFields(record: OrderRecord): ShownFields | null {
  const wait = computeOrderWait(record);
  if (!wait) return null;
  const { for: whom, since, until, afterwards, nextTry, choices } = wait;
  const left = until && formatTimeLeft(until, record.now);
  const { status, reason } = record.order;
  const cause = status === 'on_hold' && reason !== null ? `: ${formatReasonCode(reason)}` : '';
  const fields = { for: `${whom}${cause}`, since, until, left, afterwards, nextTry };
  return { ...fields, ...Object.fromEntries(choices.map(({ command, does }) => [command, does])) };
}

function buildPendingWorkFields(waiting: PendingWork, now: Date): ShownFields {
  const { clock, subject, since, until } = waiting;
  return { clock, subject, since, until, left: formatTimeLeft(until, now) };
}

function buildAmountFields(order: Order, payouts: readonly ShownPayout[]): ShownFields {
  const confirmedPayouts = payouts.filter(({ status }) => status === 'confirmed' || status === 'final');
  return {
    pay: order.pay,
    processingFee: order.processingFee,
    networkFee: order.networkFee,
    partnerShare: order.partnerShare,
    receive: order.receive,
    newOffer: order.requote,
    price: order.price,
    referencePrice: order.referencePrice,
    authorized: order.authorized,
    captured: order.captured,
    received: order.received,
    refunded: order.refunded,
    surplus: order.surplus,
    surplusReturned: order.surplusReturned,
    delivered: createAmount(
      order.receive.asset,
      confirmedPayouts.reduce((sum, { amount }) => sum + amount.units, 0n),
    ),
    receiveAsset: order.receive.asset.id,
  };
}

function buildDeliveryFields({ network, address, walletType, exchangeName }: Order): ShownFields {
  return { network, address, walletType, exchangeName };
}

function buildReceiptFields(entry: StoredEntry): ShownFields {
  const { orderId: _, ...plain } = entry;
  return plain;
}

function buildEventFields({
  sequence,
  at,
  kind,
  fromStatus,
  toStatus,
  unexpected,
  key,
  facts,
}: StoredEvent): ShownFields {
  return {
    sequence,
    at,
    event: kind,
    from: fromStatus,
    to: toStatus,
    note: unexpected ? 'unexpected' : null,
    key,
    facts,
  };
}

function buildJournalFields({ times, try: tries, milliseconds, ...row }: JournalRow): ShownFields {
  const { step, subject, outcome, refusal, text: message, conclusion, firstAt, at } = row;
  const reason = findWaitReason(conclusion);
  return {
    at,
    firstAt,
    step,
    try: tries,
    times,
    outcome,
    ms: milliseconds,
    conclusion,
    meaning: reason ? waitReasons[reason] : null,
    refusal,
    message,
    subject,
  };
}
