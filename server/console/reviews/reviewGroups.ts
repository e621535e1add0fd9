import { methodTraits } from '@slipway/contract/entities/payMethods.ts';
import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { listBuyerReviews } from '../../account/details/reviewStore.ts';
import { humanizeCode } from '../../operator/attention/attentionTitles.ts';
import { findShownAttempts } from '../../operator/show/shownOrderStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { computeOwedAmount, computeTakenAmount, isPaid, type Order } from '../../purchase/order/order.ts';
import { isOtherPayer } from '../../purchase/payment/assessment/payerName.ts';
import { listOrderReceipts } from '../../purchase/payment/bankEntryStore.ts';
import { sumPaidEuroCents } from '../../risk/riskStore.ts';
import { findBuyerRecord } from '../buyers/buyersStore.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { canSeePersonalData, maskAccount, maskNameForRoles } from '../personal/masks.ts';
import { formatAmountWithCode } from '../presentAmount.ts';
import { buildReviewLine, type ReviewGroup } from './reviewContents.ts';
import type { ReviewSubject } from './reviewRows.ts';

const DAYS = 30;
/** Excludes no order from a sum: order ids begin at 1. */
const NO_ORDER = 0;

/** Returns the group of lines about a buyer: account, level, purchases of the last days and earlier reviews. */
export async function buildBuyerGroup(database: Queryable, buyerId: string | null): Promise<ReviewGroup[]> {
  if (buyerId === null) return [];
  const [buyer, paid, reviews] = await Promise.all([
    findBuyerRecord(database, buyerId),
    sumPaidEuroCents(database, buyerId, NO_ORDER, DAYS),
    listBuyerReviews(database, buyerId),
  ]);
  if (!buyer) return [];
  const decided = reviews.filter(({ status }) => status !== 'open');
  return [
    {
      title: 'This buyer',
      lines: [
        buildReviewLine(
          'Account',
          `since ${buyer.createdAt.toISOString().slice(0, 10)}, ${formatOrderCount(buyer.orderCount)}`,
        ),
        buildReviewLine('Level', `${buyer.level} of 2`),
        buildReviewLine(`Purchases in ${DAYS} days`, formatAmountWithCode(createAmount(fiatAsset('EUR'), paid))),
        buildReviewLine(
          'Earlier reviews',
          decided.length === 0 ? 'none' : decided.map(({ status }) => status).join(', '),
        ),
      ],
    },
  ];
}

function formatOrderCount(count: number): string {
  return count === 1 ? '1 order' : `${count} orders`;
}

/** Returns how the order is paid, by whom, and to which address the coins go. */
export async function buildPaymentGroup(
  database: Queryable,
  order: Order | undefined,
  profile: ReviewSubject['profile'],
  { roles }: Pick<ConsolePerson, 'roles'>,
): Promise<ReviewGroup[]> {
  if (!order) return [];
  const [attempts, receipts] = await Promise.all([
    findShownAttempts(database, order.id),
    listOrderReceipts(database, order.id),
  ]);
  const attempt = attempts.at(-1);
  const payers = receipts.flatMap(({ id, counterpartyName, counterpartyAccount }) => [
    buildPayerLine(counterpartyName, profile, roles),
    buildReviewLine(
      'From',
      maskAccount(counterpartyAccount),
      'plain',
      canSeePersonalData(roles) && counterpartyAccount !== ''
        ? { about: 'booking', subject: id, field: 'account' }
        : null,
    ),
  ]);
  return [
    {
      title: 'This payment',
      lines: [
        buildReviewLine('Method', `${methodTraits[order.payMethod].label} · ${formatCountry(order.country)}`),
        ...(attempt?.card ? [buildReviewLine('Card', formatCard(attempt.card, attempt.cardCountry))] : []),
        ...payers,
        buildReviewLine('To', order.address),
      ],
    },
  ];
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

function formatCountry(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code;
}

/** Returns `Amex •••• 0005 · US-issued` for `amex 0005`. */
function formatCard(card: string, country: string | null): string {
  const [, brand = card, last4 = ''] = /^(.+) (\d{4})$/.exec(card) ?? [];
  const issuer = country === null ? 'issuing country unknown' : `${country}-issued`;
  return `${humanizeCode(brand)}${last4 === '' ? '' : ` •••• ${last4}`} · ${issuer}`;
}

function buildPayerLine(payer: string, profile: ReviewSubject['profile'], roles: ConsolePerson['roles']) {
  if (payer === '') return buildReviewLine('Payer’s name', 'not provided by the bank', 'warn');
  const differs = profile !== undefined && isOtherPayer(payer, profile);
  return buildReviewLine(
    'Payer’s name',
    `${maskNameForRoles(roles, payer)}, ${differs ? 'differs' : 'matches'}`,
    differs ? 'warn' : 'good',
  );
}

/** Describes where the money of an order is, and whether the order is frozen. */
export function describeOrderMoney(order: Order | undefined): string {
  if (!order) return 'No order depends on it: no money is held.';
  const frozen = order.frozen ? ' Frozen: no payouts and no refunds.' : '';
  return `${describeMoneyLocation(order)}${frozen}`;
}

function describeMoneyLocation(order: Order): string {
  if (isPaid(order)) {
    const owed = computeOwedAmount(order);
    return `${formatAmountWithCode(computeTakenAmount(order))} ${order.captured.units > 0n ? 'captured' : 'received'}; ${order.status === 'delivered' ? 'coins delivered.' : `${formatAmountWithCode(owed)} refundable.`}`;
  }
  if (order.authorized.units > 0n) return `${formatAmountWithCode(order.authorized)} authorized, not captured.`;
  return `${formatAmountWithCode(order.pay)} due, nothing received.`;
}
