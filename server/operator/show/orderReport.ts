import { amountOf } from '@slipway/money/amount.ts';
import { meaningOfAlert } from '../../notification/alertStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { attendanceOf } from '../../purchase/order/attendanceStore.ts';
import { waitReasons } from '../../purchase/order/conclusion.ts';
import { type JournalRow, journalOf } from '../../purchase/order/journalStore.ts';
import type { Order } from '../../purchase/order/order.ts';
import { orderEvents, type StoredEvent } from '../../purchase/order/orderEventStore.ts';
import { findOrderById } from '../../purchase/order/orderStore.ts';
import { printedReference } from '../../purchase/order/transferReference.ts';
import { cameToState, type OrderRecord, reasonOf, waitOf } from '../../purchase/order/wait.ts';
import { entriesOfOrder, type StoredEntry } from '../../purchase/payment/bankEntryStore.ts';
import { refundRequestsOf } from '../../purchase/refund/partnerRefundStore.ts';
import { timeLeft, type Waiting } from '../clocks/clocks.ts';
import { waitingOfOrders } from '../clocks/waitingStore.ts';
import { shownDisputes } from './shownDisputeStore.ts';
import {
  shownAlerts,
  shownAttempts,
  shownBuyer,
  shownConversions,
  shownJudgements,
  shownRefunds,
} from './shownOrderStore.ts';
import { type ShownPayout, shownPayouts } from './shownPayoutStore.ts';

/** One thing with its fields: texts, counts, times, amounts, and what is nested in them. */
export type ShownFields = Readonly<Record<string, unknown>>;
/** Everything about an order that an operator may see, section by section: one thing, several of a kind, or none. */
export type OrderReport = Readonly<Record<string, ShownFields | readonly ShownFields[] | null>>;

/** What is known of an order, section by section, before it is printed or shown. */
export type OrderSections = Awaited<ReturnType<typeof readOrderSections>>;

/** Reads it all: one query for each section. Changes nothing. */
export async function readOrderSections(database: Database, orderId: number) {
  const [found, attendance, events, journal, payouts, waiting] = await Promise.all([
    findOrderById(database, orderId),
    attendanceOf(database, orderId),
    orderEvents(database, orderId),
    journalOf(database, orderId),
    shownPayouts(database, orderId),
    waitingOfOrders(database, [orderId]),
  ]);
  if (!found) throw new Error(`order ${orderId} is gone`);
  const record: OrderRecord = { order: found, events, journal, ...attendance };
  const [buyer, attempts, conversions, refunds, refundRequests, disputes, receipts, judgements, alerts] =
    await Promise.all([
      found.buyerId === null ? undefined : shownBuyer(database, found.buyerId),
      shownAttempts(database, orderId),
      shownConversions(database, orderId),
      shownRefunds(database, orderId),
      refundRequestsOf(database, orderId),
      shownDisputes(database, orderId),
      entriesOfOrder(database, orderId),
      shownJudgements(database, orderId),
      shownAlerts(database, orderId),
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

export async function readOrderReport(database: Database, orderId: number): Promise<OrderReport> {
  const { record, waiting, payouts, buyer, receipts, alerts, ...sections } = await readOrderSections(database, orderId);
  const { attempts, conversions, refunds, refundRequests, disputes, judgements } = sections;
  const { order: found, events, journal, now } = record;
  return {
    order: orderFields(record),
    wait: waitFields(record),
    clocks: waiting.map((one) => clockFields(one, now)),
    amounts: amountFields(found, payouts),
    buyer: buyer ?? null,
    delivery: deliveryFields(found),
    attempts,
    conversions,
    payouts,
    refunds,
    refundRequests,
    disputes,
    receipts: receipts.map(receiptFields),
    judgements,
    alerts: alerts.map(({ facts, ...alert }) => ({ ...alert, meaning: meaningOfAlert(alert.kind), facts })),
    events: events.map(eventFields),
    journal: journal.map(journalFields),
  };
}

function orderFields({ order, events, now }: OrderRecord): ShownFields {
  return {
    orderNo: order.orderNo,
    status: order.status,
    since: cameToState(order, events),
    heldFrom: order.heldFrom,
    reason: order.reason,
    exception: order.exception === 'none' ? null : order.exception,
    dispute: order.dispute === 'none' ? null : order.dispute,
    holdRequested: order.holdRequested,
    method: order.payMethod,
    transferReference: order.transferReference && printedReference(order.transferReference),
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

function waitFields(record: OrderRecord): ShownFields | null {
  const wait = waitOf(record);
  if (!wait) return null;
  const { for: whom, since, until, afterwards, nextTry, choices } = wait;
  const left = until && timeLeft(until, record.now);
  const fields = { for: whom, since, until, left, afterwards, nextTry };
  return { ...fields, ...Object.fromEntries(choices.map(({ command, does }) => [command, does])) };
}

function clockFields(waiting: Waiting, now: Date): ShownFields {
  const { clock, subject, since, until } = waiting;
  return { clock, subject, since, until, left: timeLeft(until, now) };
}

function amountFields(order: Order, payouts: readonly ShownPayout[]): ShownFields {
  const reached = payouts.filter(({ status }) => status === 'confirmed' || status === 'final');
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
    givenBack: order.refunded,
    surplus: order.surplus,
    surplusGivenBack: order.surplusReturned,
    delivered: amountOf(
      order.receive.asset,
      reached.reduce((sum, { amount }) => sum + amount.units, 0n),
    ),
    receiveAsset: order.receive.asset.id,
  };
}

function deliveryFields({ network, address, walletType, exchangeName }: Order): ShownFields {
  return { network, address, walletType, exchangeName };
}

function receiptFields(entry: StoredEntry): ShownFields {
  const { orderId: _, ...plain } = entry;
  return plain;
}

function eventFields({ sequence, at, kind, fromStatus, toStatus, unexpected, key, facts }: StoredEvent): ShownFields {
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

function journalFields({ times, try: tries, milliseconds, ...row }: JournalRow): ShownFields {
  const { step, subject, outcome, refusal, words, conclusion, firstAt, at } = row;
  const reason = reasonOf(conclusion);
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
    words,
    subject,
  };
}
