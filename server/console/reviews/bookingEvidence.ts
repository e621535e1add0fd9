import { amountOf, formatAmount, subtractAmounts } from '@slipway/money/amount.ts';
import { findProfiles } from '../../account/profileStore.ts';
import { unmatchedWords } from '../../operator/attention/attentionTitles.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { findOrdersByIds } from '../../purchase/order/orderStore.ts';
import type { StoredEntry } from '../../purchase/payment/bankEntryStore.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { maskedAccount, nameFor, seesPersonal } from '../personal/masks.ts';
import { saidSum, shownSum } from '../shownSum.ts';
import { candidateOrderIds } from './candidateStore.ts';
import { type Evidence, line } from './evidence.ts';
import type { Way } from './offeredDecision.ts';
import { bestCandidates } from './scoredCandidates.ts';

/** As many as have a key. */
const MOST = 5;
const MATCH_KEYS = ['A', '2', '3', '4', '5'] as const;

/** Money that belongs to no order, beside the orders that it may be for. */
export async function bookingEvidence(
  context: ConsoleContext,
  { entry, person }: { readonly entry: StoredEntry; readonly person: ConsolePerson },
): Promise<Evidence> {
  const candidates = entry.direction === 'credit' ? await candidatesFor(context, entry) : [];
  const { roles } = person;
  return {
    lead: `Booked on ${entry.bookedOn}: ${unmatchedWords(entry.reason)}. The money is on the account and belongs to no order yet.`,
    columns: [],
    rows: [],
    groups: [
      {
        title: 'The booking',
        lines: [
          line('Payer', nameFor(roles, entry.counterpartyName) || 'the bank does not say'),
          line(
            'From',
            maskedAccount(entry.counterpartyAccount) || 'the bank does not say',
            'plain',
            seesPersonal(roles) && entry.counterpartyAccount !== ''
              ? { about: 'booking', subject: entry.id, field: 'account' }
              : null,
          ),
          line('Text', (seesPersonal(roles) ? entry.remittance : '') || (entry.remittance === '' ? 'none' : '·····')),
          line('The bank calls it', entry.reference || entry.id),
          ...(entry.doubt === null ? [] : [line('May be told before as', entry.doubt, 'warn')]),
        ],
      },
    ],
    checklist: [],
    candidates: candidates.map(({ order, buyer, score: { whole, ...parts } }) => ({
      orderNo: order.orderNo,
      status: order.status,
      due: shownSum(subtractAmounts(order.pay, order.received)),
      buyer: nameFor(roles, buyer),
      madeAt: order.createdAt.toISOString(),
      score: whole,
      parts,
    })),
    note: candidates.length === 0 ? 'No open order of this currency may be meant.' : '',
    ways: [...candidates.map(({ order }, at) => matchWay(entry, order.orderNo, at)), returnWay(entry)],
  };
}

/** The orders that money may be for, the likeliest first. */
export async function candidatesFor({ database }: { readonly database: Queryable }, entry: StoredEntry) {
  const { units, asset } = entry.amount;
  const orders = await findOrdersByIds(database, await candidateOrderIds(database, { currency: asset.code, units }));
  const profiles = await findProfiles(
    database,
    orders.flatMap(({ buyerId }) => buyerId ?? []),
  );
  const open = orders.map((order) => {
    const profile = profiles.get(order.buyerId ?? '');
    return {
      order,
      dueUnits: subtractAmounts(order.pay, amountOf(order.pay.asset, order.received.units)).units,
      buyer: profile ? `${profile.firstName} ${profile.lastName}` : '',
      madeAt: order.createdAt,
    };
  });
  return bestCandidates({ units, payer: entry.counterpartyName, bookedAt: entry.createdAt }, open, MOST);
}

function matchWay(entry: StoredEntry, orderNo: string, at: number): Way {
  return {
    key: MATCH_KEYS[at] ?? '',
    action: 'match',
    subject: orderNo,
    input: { entry: entry.id },
    label: at === 0 ? 'It is the first order’s' : `It is order ${at + 1}’s`,
    effect: `${saidSum(entry.amount)} become the money of ${orderNo}. If that is full, the order is judged and goes on; one that has ended gives it back.`,
    closed: stillOpen(entry),
  };
}

function returnWay(entry: StoredEntry): Way {
  const { counterpartyName, counterpartyAccount } = entry;
  const isKnown = counterpartyName !== '' && counterpartyAccount !== '';
  return {
    key: 'S',
    action: 'return',
    subject: entry.id,
    input: { amount: `${formatAmount(entry.amount)} ${entry.amount.asset.code}`, name: '', account: '' },
    label: `Send ${saidSum(entry.amount)} back`,
    effect: 'It goes back by a transfer to the account that it came from, and no order can have it any more.',
    closed:
      stillOpen(entry) ||
      (isKnown
        ? ''
        : 'The bank did not say whose it was: under Treasury, Transfers it is sent to an account that you name.'),
  };
}

function stillOpen({ status, direction }: StoredEntry): string {
  if (direction === 'debit') return 'Money that has left belongs to no order: look at the reconciliation.';
  return status === 'unallocated' ? '' : `It is decided already: ${status}.`;
}
