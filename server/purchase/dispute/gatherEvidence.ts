import { type Amount, formatAmount } from '@slipway/money/amount.ts';
import { findBuyer } from '../../account/buyerStore.ts';
import { findBillingAddress } from '../../account/cards/billingStore.ts';
import { describeBilling } from '../../account/cards/describeBilling.ts';
import { findProfile } from '../../account/details/profileStore.ts';
import type { Database } from '../../platform/database/database.ts';
import type { DisputeEvidence } from '../../providers/card/cardPort.ts';
import { type Catalog, requireCrypto } from '../catalog/catalog.ts';
import { findLivePayout, type Payout } from '../delivery/payoutStore.ts';
import type { Order } from '../order/order.ts';
import { listOrderTimeline } from '../order/orderEventStore.ts';
import { formatReceive } from '../quote/pricedQuote.ts';
import {
  findAuthenticationRequestTime,
  findLastLoginBefore,
  findMailSentTime,
  findVerifiedIdentity,
} from './evidenceFactStore.ts';

export type EvidenceContext = {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly operatorName: string;
  /** The explorer for transactions, instead of the networks' public explorers. */
  readonly explorerUrl: ((networkId: string, transactionId: string) => string) | undefined;
};

type TimedFact = { readonly at: Date | undefined; readonly what: string };

/** Returns the records of an order from which the evidence and the console's checklist are made. */
export async function readEvidenceFacts(database: Database, order: Order) {
  const { buyerId } = order;
  const [profile, identity, login, timeline, payout, authenticationRequestedAt, receiptSentAt] = await Promise.all([
    buyerId ? findProfile(database, buyerId) : undefined,
    buyerId ? findVerifiedIdentity(database, buyerId, order.createdAt) : undefined,
    buyerId ? findLastLoginBefore(database, buyerId, order.createdAt) : undefined,
    listOrderTimeline(database, order.id),
    findLivePayout(database, order.id),
    findAuthenticationRequestTime(database, order.id),
    findMailSentTime(database, order.orderNo, 'delivered'),
  ]);
  const findStatusTime = (status: Order['status']) => timeline.find(({ toStatus }) => toStatus === status)?.at;
  const times = { authenticationRequestedAt, paidAt: findStatusTime('paid'), deliveredAt: findStatusTime('delivered') };
  return { profile, identity, login, payout, ...times, receiptSentAt };
}

/** Returns the evidence from an order's records. Unknown facts are left out. */
export async function gatherEvidence(context: EvidenceContext, order: Order): Promise<DisputeEvidence> {
  const { database } = context;
  const { buyerId } = order;
  const [buyer, billing, facts] = await Promise.all([
    buyerId ? findBuyer(database, buyerId) : undefined,
    buyerId ? findBillingAddress(database, buyerId) : undefined,
    readEvidenceFacts(database, order),
  ]);
  const { profile, identity, login, payout, authenticationRequestedAt, paidAt, deliveredAt, receiptSentAt } = facts;
  const from = order.clientAddress === '' ? '' : ` from the IP address ${order.clientAddress}`;
  const bought = `${formatReceive(order.receive)} ${requireCrypto(context.catalog, order.receiveCurrency).symbol}`;
  const timedFacts: readonly TimedFact[] = [
    {
      at: identity?.acceptedAt,
      what: `Identity document and its holder verified by ${identity?.provider ?? ''}.`,
    },
    { at: login, what: `Buyer logged in to the account of ${buyer?.email ?? ''}.` },
    {
      at: order.createdAt,
      what: `Buyer ordered ${bought} for ${formatWithCurrency(order.pay)}${from}, after confirming the wallet address ${order.address}.`,
    },
    { at: authenticationRequestedAt, what: "Buyer directed to the card issuer's authentication (3-D Secure)." },
    { at: paidAt, what: `Payment of ${formatWithCurrency(order.captured)} captured.` },
    { at: deliveredAt, what: `${bought} delivered${payout ? ` by the transaction ${payout.transactionId}` : ''}.` },
    { at: receiptSentAt, what: `Receipt with the transaction id emailed to ${buyer?.email ?? ''}.` },
  ];
  return {
    ...(profile && { customerName: `${profile.firstName} ${profile.lastName}` }),
    ...(buyer && { customerEmail: buyer.email }),
    ...(order.clientAddress !== '' && { purchaseIpAddress: order.clientAddress }),
    ...(billing && { billingAddress: describeBilling(billing) }),
    ...(deliveredAt && { deliveredOn: deliveredAt.toISOString().slice(0, 10) }),
    product: `${bought}, a digital asset, sold by ${context.operatorName} and delivered to the wallet address that the buyer entered.`,
    activity: formatTimeline(timedFacts),
    refusal: `The purchase was completed as ordered. The seller cannot reverse a transfer on a public blockchain, and the buyer was informed of this before confirming the address.`,
    summary: [describeDelivery(context, order, payout, bought), `Order ${order.orderNo}`].join('\n'),
  };
}

function describeDelivery(
  { catalog, explorerUrl }: EvidenceContext,
  order: Order,
  payout: Payout | undefined,
  bought: string,
): string {
  if (!payout) return `${bought} were ordered for delivery to ${order.address}.`;
  const { network } = requireCrypto(catalog, order.receiveCurrency);
  const url = explorerUrl?.(network.id, payout.transactionId) ?? network.explorerUrl + payout.transactionId;
  return [
    `${bought} were delivered on the public network ${network.name} to ${payout.toAddress}, the address that the buyer entered and confirmed.`,
    `Transaction: ${payout.transactionId}, confirmed by ${payout.confirmations} blocks. It is publicly visible at ${url}`,
  ].join('\n');
}

function formatTimeline(timedFacts: readonly TimedFact[]): string {
  return timedFacts
    .flatMap(({ at, what }) => (at ? [{ at, what }] : []))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(({ at, what }) => `${at.toISOString()}  ${what}`)
    .join('\n');
}

function formatWithCurrency(amount: Amount): string {
  return `${formatAmount(amount)} ${amount.asset.code}`;
}
