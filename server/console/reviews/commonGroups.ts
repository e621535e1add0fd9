import { amountOf } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { reviewsOfBuyer } from '../../account/reviewStore.ts';
import { shownAttempts } from '../../operator/show/shownOrderStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isPaid, type Order, owedAmount, takenAmount } from '../../purchase/order/order.ts';
import { receiptsOfOrder } from '../../purchase/payment/bankEntryStore.ts';
import { isOtherPayer } from '../../purchase/payment/payerName.ts';
import { paidEuroCents } from '../../risk/riskStore.ts';
import { buyerRecord } from '../buyers/buyersStore.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { maskedAccount, nameFor, seesPersonal } from '../personal/masks.ts';
import { saidSum } from '../shownSum.ts';
import { type EvidenceGroup, line } from './evidence.ts';
import type { ReviewSubject } from './reviewRows.ts';

const DAYS = 30;
/** Ids of orders begin at one. */
const NO_ORDER = 0;

/** Who it is, by what they have done. */
export async function buyerGroup(database: Queryable, buyerId: string | null): Promise<EvidenceGroup[]> {
  if (buyerId === null) return [];
  const [buyer, paid, reviews] = await Promise.all([
    buyerRecord(database, buyerId),
    paidEuroCents(database, buyerId, NO_ORDER, DAYS),
    reviewsOfBuyer(database, buyerId),
  ]);
  if (!buyer) return [];
  const decided = reviews.filter(({ status }) => status !== 'open');
  return [
    {
      title: 'This buyer',
      lines: [
        line('Account', `since ${buyer.createdAt.toISOString().slice(0, 10)}, ${orders(buyer.orderCount)}`),
        line('Level', `${buyer.level} of 2`),
        line(`Bought in ${DAYS} days`, saidSum(amountOf(fiatAsset('EUR'), paid))),
        line('Earlier reviews', decided.length === 0 ? 'none' : decided.map(({ status }) => status).join(', ')),
      ],
    },
  ];
}

function orders(count: number): string {
  return count === 1 ? '1 order' : `${count} orders`;
}

/** How it is paid, by whom, and where it goes. */
export async function paymentGroup(
  database: Queryable,
  order: Order | undefined,
  profile: ReviewSubject['profile'],
  { roles }: Pick<ConsolePerson, 'roles'>,
): Promise<EvidenceGroup[]> {
  if (!order) return [];
  const [attempts, receipts] = await Promise.all([
    shownAttempts(database, order.id),
    receiptsOfOrder(database, order.id),
  ]);
  const attempt = attempts.at(-1);
  const payers = receipts.flatMap(({ id, counterpartyName, counterpartyAccount }) => [
    payerLine(counterpartyName, profile, roles),
    line(
      'From',
      maskedAccount(counterpartyAccount),
      'plain',
      seesPersonal(roles) && counterpartyAccount !== '' ? { about: 'booking', subject: id, field: 'account' } : null,
    ),
  ]);
  return [
    {
      title: 'This payment',
      lines: [
        line('Method', `${order.payMethod}, buyer in ${order.country}`),
        ...(attempt?.card ? [line('Card', `${attempt.card}, of ${attempt.cardCountry ?? 'no known country'}`)] : []),
        ...payers,
        line('To', order.address),
      ],
    },
  ];
}

function payerLine(payer: string, profile: ReviewSubject['profile'], roles: ConsolePerson['roles']) {
  if (payer === '') return line('Payer’s name', 'the bank does not say', 'warn');
  const differs = profile !== undefined && isOtherPayer(payer, profile);
  return line(
    'Payer’s name',
    `${nameFor(roles, payer)}, ${differs ? 'differs' : 'the same'}`,
    differs ? 'warn' : 'good',
  );
}

/** Where the money of an order is, in a sentence. */
export function moneySoFar(order: Order | undefined): string {
  if (!order) return 'No order waits for it: no money is held.';
  const frozen = order.frozen ? ' Frozen: nothing is paid out and nothing goes back.' : '';
  return `${whereIsMoney(order)}${frozen}`;
}

function whereIsMoney(order: Order): string {
  if (isPaid(order)) {
    const owed = owedAmount(order);
    return `${saidSum(takenAmount(order))} ${order.captured.units > 0n ? 'taken' : 'received'}${order.status === 'delivered' ? ', and delivered.' : `, ${saidSum(owed)} of it still the buyer’s.`}`;
  }
  if (order.authorized.units > 0n) return `${saidSum(order.authorized)} held on the card, nothing taken.`;
  return `${saidSum(order.pay)} asked for, nothing has come.`;
}
