import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Role } from '@slipway/contract/entities/roles.ts';
import { subtractAmounts } from '@slipway/money/amount.ts';
import { formatExactUnits } from '../../ledger/formatExactUnits.ts';
import { formatHoldTitle } from '../../operator/attention/attentionTitles.ts';
import { findOrderDeadline } from '../../operator/deadlines/findOrderDeadline.ts';
import { type OrderSections, readOrderSections } from '../../operator/show/orderReport.ts';
import { AppError } from '../../platform/http/appError.ts';
import { formatCoinNameById } from '../../purchase/catalog/formatCoinName.ts';
import { findTransition } from '../../purchase/order/machine/applyEvent.ts';
import { findDeadline } from '../../purchase/order/machine/stateDeadlines.ts';
import { formatTransferReference } from '../../purchase/order/numbers/transferReference.ts';
import { isFulfilledByProvider, type Order } from '../../purchase/order/order.ts';
import type { OrderEvent } from '../../purchase/order/orderEventKinds.ts';
import { findOrder } from '../../purchase/order/orderStore.ts';
import {
  computeOrderWait,
  describeRefundObstacle,
  findStateEntryTime,
  type OrderRecord,
} from '../../purchase/order/waits/orderWait.ts';
import type { RiskRule } from '../../risk/riskRules.ts';
import { describeHoldExpiry, describeReviewExpiry } from '../attention/deadlineOutcomes.ts';
import { findAssignments } from '../collaboration/collaborationStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { presentMargin } from '../orders/listOrders.ts';
import { createRevenueCalculator } from '../orders/netRevenue.ts';
import { readOrderMargins } from '../orders/orderMarginStore.ts';
import { maskEmail, maskNameForRoles } from '../personal/masks.ts';
import { presentAmount } from '../presentAmount.ts';
import { loadRequestViewContext, presentRequest } from '../requests/presentRequest.ts';
import { buildDisplayRecord } from './displayRecord.ts';
import { buildJournal } from './journal.ts';
import { loadOrderActionFacts } from './loadOrderActionFacts.ts';
import { computeMoneyBreakdown } from './moneyBreakdown.ts';
import { buildOrderActionOptions } from './orderActionOptions.ts';
import { listOrderActions } from './orderActions.ts';
import { listOrderMails, listOrderPostings, listOrderRequests, type OrderPosting } from './orderPageStore.ts';
import { buildOrderRecords } from './orderRecords.ts';
import { describeTransition, formatOrderAmounts } from './transitionTexts.ts';

type Page = ConsoleCallData<'order'>;

/** Returns everything about one order that this person may see. Throws `not_found`. */
export async function readOrderPage(context: ConsoleContext, orderNo: string, person: ConsolePerson): Promise<Page> {
  const { database } = context;
  const found = await findOrder(database, orderNo);
  if (!found) throw new AppError('not_found', { what: 'order', name: orderNo });
  const [sections, postings, mails, requests, margins, [take], viewContext, netRevenue] = await Promise.all([
    readOrderSections(database, found.id),
    listOrderPostings(database, found.id),
    listOrderMails(database, orderNo),
    listOrderRequests(database, found.id, orderNo),
    readOrderMargins(database, [found.id]),
    findAssignments(database, [{ about: 'order', subject: orderNo }]),
    loadRequestViewContext(context, person),
    createRevenueCalculator(context),
  ]);
  const { catalog, riskRules } = context.settings();
  const { order, now, events, journal } = sections.record;
  const symbol = formatCoinNameById(catalog, order.receiveCurrency);
  const actions = listOrderActions(order, await loadOrderActionFacts(database, sections, symbol));
  const persons = [...viewContext.persons.enrolled.values()];
  const proof = sumPostingsByAsset(postings);
  return {
    version: `${order.eventSequence}:${requests[0]?.id ?? 0}`,
    now: now.toISOString(),
    head: buildHead(sections, symbol, take?.person ?? null, riskRules),
    wait: buildWait(sections, symbol),
    actions: await buildOrderActionOptions({ database, orderNo, person, persons, requests }, actions),
    claims: mapValues(computeMoneyBreakdown(order, sections.refunds), presentAmount),
    sum: {
      payAmount: presentAmount(order.pay),
      processingFee: presentAmount(order.processingFee),
      networkFee: presentAmount(order.networkFee),
      converted: presentAmount(subtractAmounts(subtractAmounts(order.pay, order.processingFee), order.networkFee)),
      receiveAmount: { ...presentAmount(order.receive), unit: symbol },
      price: order.price,
      partnerShare: presentAmount(order.partnerShare),
      left: margins.map(({ asset, units }) => presentMargin(catalog, asset, units)),
      netRevenue: netRevenue(margins),
      addsUp: proof.every(({ units }) => units === 0n),
    },
    buyer: buildBuyer(sections, person.roles),
    journal: buildJournal(order, events, journal),
    ...buildOrderRecords(sections, person.roles, context),
    emails: mails.map((mail) => buildDisplayRecord({ ...mail, to: maskEmail(sections.buyer?.email ?? '') })),
    postings: postings.map(({ at, entry, account, asset, units }) => ({
      at: at.toISOString(),
      entry,
      account,
      amount: presentPosting(catalog, asset, units),
    })),
    proof: proof.map(({ asset, units }) => presentPosting(catalog, asset, units)),
    requests: requests.map((request) => presentRequest(request, viewContext)),
  };
}

type Catalog = ReturnType<ConsoleContext['settings']>['catalog'];

/** Formats a posting with its sign: debits are positive. */
function presentPosting(catalog: Catalog, asset: string, units: bigint) {
  return units === 0n
    ? { ...presentMargin(catalog, asset, 0n), amount: formatExactUnits(0n, asset, 0) }
    : presentMargin(catalog, asset, -units);
}

function sumPostingsByAsset(
  postings: readonly OrderPosting[],
): readonly { readonly asset: string; readonly units: bigint }[] {
  return [...Map.groupBy(postings, ({ asset }) => asset)].map(([asset, lines]) => ({
    asset,
    units: lines.reduce((sum, { units }) => sum + units, 0n),
  }));
}

function mapValues<Key extends string, From, To>(record: Readonly<Record<Key, From>>, to: (value: From) => To) {
  return Object.fromEntries(Object.entries<From>(record).map(([key, value]) => [key, to(value)])) as Record<Key, To>;
}

function buildHead(
  { record: { order, events } }: OrderSections,
  symbol: string,
  takenBy: string | null,
  rules: readonly RiskRule[],
): Page['head'] {
  return {
    orderNo: order.orderNo,
    status: order.status,
    heldFrom: order.heldFrom,
    reason: order.reason,
    cause: order.status === 'on_hold' ? formatHoldTitle(order, rules) : null,
    exception: order.exception,
    dispute: order.dispute,
    frozen: order.frozen,
    holdRequested: order.holdRequested,
    createdAt: order.createdAt.toISOString(),
    since: findStateEntryTime(order, events).toISOString(),
    payAmount: presentAmount(order.pay),
    receiveAmount: { ...presentAmount(order.receive), unit: symbol },
    method: order.payMethod,
    country: order.country,
    network: order.network,
    address: order.address,
    walletType: order.walletType,
    exchangeName: order.exchangeName,
    partner: order.partnerId,
    reference: order.reference,
    transferReference: order.transferReference && formatTransferReference(order.transferReference),
    provider: isFulfilledByProvider(order) ? order.offerType : null,
    takenBy,
  };
}

function buildWait({ record, waiting }: OrderSections, symbol: string): Page['wait'] {
  const wait = computeOrderWait(record);
  if (!wait) return null;
  const { since, until } = findOrderDeadline(record.order, wait.since, waiting);
  return {
    for: record.order.status === 'on_hold' ? wait.whom : wait.for,
    nextTry: wait.nextTry?.toISOString() ?? null,
    since: since.toISOString(),
    until: until?.toISOString() ?? null,
    otherwise: describeExpiry(record, symbol) ?? wait.afterwards,
  };
}

function describeExpiry({ order, journal }: OrderRecord, symbol: string): string | undefined {
  if (order.status === 'on_hold') return describeHoldExpiry(order);
  if (order.status === 'awaiting_identity') return describeReviewExpiry(order);
  return describeRefundObstacle(order, journal) === undefined ? describeDeadlineTransition(order, symbol) : undefined;
}

/** Describes what the state machine does at the order's deadline; undefined without a deadline or a transition for it. */
function describeDeadlineTransition(order: Order, symbol: string): string | undefined {
  const deadline = findDeadline(order);
  if (!deadline || !order.deadlineAt) return undefined;
  const event = { kind: deadline.event, key: '', facts: {} } satisfies OrderEvent;
  const row = findTransition(order.status, event, { order, now: order.deadlineAt });
  if (!row) return undefined;
  const alertNote = row.effects.includes('alert_operator') ? ' The person on duty is alerted.' : '';
  return `${describeTransition(row, order, formatOrderAmounts(order, symbol))}${alertNote}`;
}

function buildBuyer({ buyer }: OrderSections, roles: readonly Role[]): Page['buyer'] {
  if (!buyer) return null;
  return {
    id: buyer.id,
    mail: maskEmail(buyer.email),
    name: buyer.name === null ? null : maskNameForRoles(roles, buyer.name),
    level: buyer.level,
    identity: buyer.identity,
    closedAt: buyer.closedAt?.toISOString() ?? null,
  };
}
