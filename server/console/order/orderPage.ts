import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { Role } from '@slipway/contract/entities/roles.ts';
import { subtractAmounts } from '@slipway/money/amount.ts';
import { exactUnits } from '../../ledger/exactUnits.ts';
import { titleOfHold } from '../../operator/attention/attentionTitles.ts';
import { orderDeadline } from '../../operator/clocks/orderDeadline.ts';
import { type OrderSections, readOrderSections } from '../../operator/show/orderReport.ts';
import { AppError } from '../../platform/http/appError.ts';
import { findTransition } from '../../purchase/order/applyEvent.ts';
import type { OrderEvent } from '../../purchase/order/events.ts';
import { isProvidersOrder, type Order } from '../../purchase/order/order.ts';
import { findOrder } from '../../purchase/order/orderStore.ts';
import { isDeadlinePostponed } from '../../purchase/order/postponedDeadline.ts';
import { deadlineOf } from '../../purchase/order/stateClocks.ts';
import { printedReference } from '../../purchase/order/transferReference.ts';
import { cameToState, type OrderRecord, waitOf } from '../../purchase/order/wait.ts';
import type { RiskRule } from '../../risk/riskRules.ts';
import { shownRequest, viewing } from '../acts/shownRequest.ts';
import { ifNobodyAnswers, ifNobodyReleases } from '../attention/ifNobodyActs.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { takesOf } from '../desk/deskStore.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { leftShown } from '../orders/listOrders.ts';
import { netRevenueAt } from '../orders/netRevenue.ts';
import { leftOfOrders } from '../orders/orderListStore.ts';
import { maskedMail, nameFor } from '../personal/masks.ts';
import { shownSum } from '../shownSum.ts';
import { waysFor } from './allowedWays.ts';
import { claimsOf } from './claims.ts';
import { effectOf, saidOf } from './effectWords.ts';
import { journalFor } from './journal.ts';
import { lettersOfOrder, postingsOfOrder, requestsAbout, type ShownPosting } from './orderPageStore.ts';
import { recordsOf } from './orderRecords.ts';
import { recordOf } from './records.ts';
import { wordsFor } from './waysOn.ts';
import { wordFactsOf } from './wordFacts.ts';

type Page = ConsoleCallData<'order'>;

/** All about one order, as this person may see it. Throws `not_found`. */
export async function readOrderPage(context: ConsoleContext, orderNo: string, person: ConsolePerson): Promise<Page> {
  const { database } = context;
  const found = await findOrder(database, orderNo);
  if (!found) throw new AppError('not_found', { what: 'order', name: orderNo });
  const [sections, postings, letters, requests, left, [take], viewed, netRevenue] = await Promise.all([
    readOrderSections(database, found.id),
    postingsOfOrder(database, found.id),
    lettersOfOrder(database, orderNo),
    requestsAbout(database, found.id, orderNo),
    leftOfOrders(database, [found.id]),
    takesOf(database, [{ about: 'order', subject: orderNo }]),
    viewing(context, person),
    netRevenueAt(context),
  ]);
  const { catalog, riskRules } = context.settings();
  const { order, now, events, journal } = sections.record;
  const symbol = catalog.cryptos.get(order.receiveCurrency)?.symbol ?? order.receiveCurrency;
  const words = wordsFor(order, await wordFactsOf(database, sections, symbol));
  const persons = [...viewed.persons.enrolled.values()];
  const proof = proofOf(postings);
  return {
    version: `${order.eventSequence}:${requests[0]?.id ?? 0}`,
    now: now.toISOString(),
    head: headOf(sections, symbol, take?.person ?? null, riskRules),
    wait: waitFor(sections, symbol),
    ways: await waysFor({ database, orderNo, person, persons, requests: requests }, words),
    claims: mapped(claimsOf(order, sections.refunds), shownSum),
    sum: {
      pays: shownSum(order.pay),
      processingFee: shownSum(order.processingFee),
      networkFee: shownSum(order.networkFee),
      converted: shownSum(subtractAmounts(subtractAmounts(order.pay, order.processingFee), order.networkFee)),
      receives: { ...shownSum(order.receive), unit: symbol },
      price: order.price,
      partnerShare: shownSum(order.partnerShare),
      left: left.map(({ asset, units }) => leftShown(catalog, asset, units)),
      netRevenue: netRevenue(left),
      addsUp: proof.every(({ units }) => units === 0n),
    },
    buyer: buyerOf(sections, person.roles),
    journal: journalFor(order, events, journal),
    ...recordsOf(sections, person.roles, context),
    letters: letters.map((letter) => recordOf({ ...letter, to: maskedMail(sections.buyer?.email ?? '') })),
    postings: postings.map(({ at, entry, account, asset, units }) => ({
      at: at.toISOString(),
      entry,
      account,
      amount: inUnit(catalog, asset, units),
    })),
    proof: proof.map(({ asset, units }) => inUnit(catalog, asset, units)),
    requests: requests.map((request) => shownRequest(request, viewed)),
  };
}

type Catalog = ReturnType<ConsoleContext['settings']>['catalog'];

/** As it is posted: a debit above zero. */
function inUnit(catalog: Catalog, asset: string, units: bigint) {
  return units === 0n
    ? { ...leftShown(catalog, asset, 0n), amount: exactUnits(0n, asset, 0) }
    : leftShown(catalog, asset, -units);
}

function proofOf(postings: readonly ShownPosting[]): readonly { readonly asset: string; readonly units: bigint }[] {
  return [...Map.groupBy(postings, ({ asset }) => asset)].map(([asset, lines]) => ({
    asset,
    units: lines.reduce((sum, { units }) => sum + units, 0n),
  }));
}

function mapped<Key extends string, From, To>(of: Readonly<Record<Key, From>>, to: (value: From) => To) {
  return Object.fromEntries(Object.entries<From>(of).map(([key, value]) => [key, to(value)])) as Record<Key, To>;
}

function headOf(
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
    cause: order.status === 'on_hold' ? titleOfHold(order, rules) : null,
    exception: order.exception,
    dispute: order.dispute,
    frozen: order.frozen,
    holdRequested: order.holdRequested,
    madeAt: order.createdAt.toISOString(),
    since: cameToState(order, events).toISOString(),
    pays: shownSum(order.pay),
    receives: { ...shownSum(order.receive), unit: symbol },
    method: order.payMethod,
    country: order.country,
    network: order.network,
    address: order.address,
    walletType: order.walletType,
    exchangeName: order.exchangeName,
    partner: order.partnerId,
    reference: order.reference,
    transferReference: order.transferReference && printedReference(order.transferReference),
    provider: isProvidersOrder(order) ? order.offerType : null,
    takenBy,
  };
}

function waitFor({ record, waiting }: OrderSections, symbol: string): Page['wait'] {
  const wait = waitOf(record);
  if (!wait) return null;
  const { since, until } = orderDeadline(record.order, wait.since, waiting);
  return {
    for: record.order.status === 'on_hold' ? wait.whom : wait.for,
    nextTry: wait.nextTry?.toISOString() ?? null,
    since: since.toISOString(),
    until: until?.toISOString() ?? null,
    otherwise: otherwiseFor(record, symbol) ?? wait.afterwards,
  };
}

function otherwiseFor({ order, journal }: OrderRecord, symbol: string): string | undefined {
  if (order.status === 'on_hold') return ifNobodyReleases(order);
  if (order.status === 'awaiting_identity') return ifNobodyAnswers(order);
  return isDeadlinePostponed(order, journal) ? undefined : atDeadline(order, symbol);
}

/** What the sweep does at the time limit, by the machine's row; undefined where there is none. */
function atDeadline(order: Order, symbol: string): string | undefined {
  const deadline = deadlineOf(order);
  if (!deadline || !order.deadlineAt) return undefined;
  const event = { kind: deadline.event, key: '', facts: {} } satisfies OrderEvent;
  const row = findTransition(order.status, event, { order, now: order.deadlineAt });
  if (!row) return undefined;
  const told = row.effects.includes('alert_operator') ? ' Whoever is on duty is told.' : '';
  return `${effectOf(row, order, saidOf(order, symbol))}${told}`;
}

function buyerOf({ buyer }: OrderSections, roles: readonly Role[]): Page['buyer'] {
  if (!buyer) return null;
  return {
    id: buyer.id,
    mail: maskedMail(buyer.email),
    name: buyer.name === null ? null : nameFor(roles, buyer.name),
    level: buyer.level,
    identity: buyer.identity,
    closedAt: buyer.closedAt?.toISOString() ?? null,
  };
}
