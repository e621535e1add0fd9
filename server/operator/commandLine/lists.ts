import { formatAmount } from '@slipway/money/amount.ts';
import { listOpenReviews } from '../../account/details/reviewStore.ts';
import type { CommandContext } from '../../action/command.ts';
import { findOpenRequests } from '../../action/requests/requestStore.ts';
import { removeConfiguration } from '../../configuration/actions/changeConfiguration.ts';
import { readSettings } from '../../configuration/readSettings.ts';
import { readNotBefore } from '../../configuration/rowChange.ts';
import { findUnreversedManualBookings } from '../../ledger/manualBookingStore.ts';
import { listDutyRows } from '../../notification/actions/listDutyRows.ts';
import { listAuditLines } from '../../platform/audit/auditStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { TableRow } from '../../platform/text/formatTable.ts';
import { listUnallocatedEntries } from '../../purchase/payment/bankEntryStore.ts';
import { formatPostings } from '../../reconciliation/actions/formatPostings.ts';
import { findActiveStops } from '../../signer/actions/activeStops.ts';
import { listRecordings } from '../../tracking/recordingStore.ts';
import { findNewestWithdrawals } from '../../treasury/withdrawal/withdrawalStore.ts';
import { formatRequestTitle } from '../actions.ts';
import { formatReviewTitle } from '../attention/attentionTitles.ts';
import { listPendingWork } from '../deadlines/pendingWorkStore.ts';
import { computeDeadline, formatTimeLeft } from '../deadlines/workDeadlines.ts';
import { type ListedRow, listNewestOrders, type OrderCondition } from '../tables/orderListStore.ts';
import { listAlertRows } from './listAlertRows.ts';

const MOST_ROWS = 200;

/** The lists of the command `list` that are not rows of the configuration. */
export const lists: Readonly<Record<string, (context: CommandContext) => Promise<readonly TableRow[]>>> = {
  orders: async ({ database, options }) => (await listOrders(database, options['status'])).map(buildOrderRow),
  alerts: (context) => listAlertRows(context, MOST_ROWS),
  duty: listDutyRows,
  reviews: async ({ database }) =>
    (await listOpenReviews(database, MOST_ROWS)).map(({ id, openedAt, buyerId, reason, facts }) => ({
      id,
      title: formatReviewTitle(reason, facts),
      since: openedAt,
      buyer: buyerId,
      reason,
      facts,
    })),
  waits: async ({ database }) => {
    const now = await database.now();
    return (await listPendingWork(database, MOST_ROWS)).map((waiting) => ({
      clock: waiting.clock,
      subject: waiting.subject,
      since: waiting.since,
      until: waiting.until,
      left: formatTimeLeft(waiting.until, now),
    }));
  },
  receipts: async ({ database }) =>
    (await listUnallocatedEntries(database, MOST_ROWS)).map((entry) => ({
      entry: entry.id,
      reason: entry.reason,
      direction: entry.direction,
      amount: formatAmount(entry.amount),
      currency: entry.amount.asset.code,
      payer: entry.counterpartyName,
      text: entry.remittance,
    })),
  bookings: async ({ database }) => {
    const { catalog } = await readSettings(database);
    return (await findUnreversedManualBookings(database, MOST_ROWS)).map(({ key, kind, at, who, why, postings }) => ({
      key,
      as: kind,
      at,
      who,
      why,
      moves: formatPostings(catalog, postings),
    }));
  },
  withdrawals: async ({ database }) =>
    (await findNewestWithdrawals(database, MOST_ROWS)).map((withdrawal) => ({
      id: withdrawal.id,
      status: withdrawal.status,
      amount: formatAmount(withdrawal.amount),
      crypto: withdrawal.crypto,
      address: withdrawal.address,
      "the exchange's id": withdrawal.venueId,
      transaction: withdrawal.transactionId,
      result: withdrawal.result,
    })),
  requests: async ({ database }) =>
    (await findOpenRequests(database)).map((request) => ({
      id: request.id,
      title: formatRequestTitle(request),
      action: request.action,
      subject: request.subject,
      // The fields of a removed row are empty.
      with: request.action === removeConfiguration.name ? undefined : request.input,
      who: request.who,
      why: request.why,
      status: request.status,
      from: readNotBefore(request),
      'lapses at': request.status === 'waiting' ? computeDeadline('request', request.createdAt) : undefined,
    })),
  stops: async ({ database }) =>
    (await findActiveStops(database)).map(({ statement, who, since, why, isSeen }) => ({
      stop: statement,
      who,
      since,
      why,
      'applied by the signer': isSeen ? 'yes' : 'not yet',
    })),
  replays: async ({ database }) =>
    (await listRecordings(database, MOST_ROWS)).map(({ id, openedAt, country, characters }) => ({
      id,
      opened: openedAt,
      country,
      characters,
    })),
  history: async ({ database }) =>
    (await listAuditLines(database, MOST_ROWS)).map(
      ({ id, at, who, approvedBy, why, action, subject, before, after }) => ({
        id,
        at,
        who,
        'approved by': approvedBy,
        action,
        subject,
        before,
        after,
        why,
      }),
    ),
};

/** Returns orders, newest first; without a status, held ones come first. */
export async function listOrders(database: Queryable, status?: string): Promise<readonly ListedRow[]> {
  const listNewest = (condition: OrderCondition) => listNewestOrders(database, condition, undefined, MOST_ROWS);
  if (status !== undefined) return listNewest({ status: [status] });
  const [held, all] = await Promise.all([listNewest({ status: ['on_hold'] }), listNewest({})]);
  return [...held, ...all.filter((order) => order.status !== 'on_hold')].slice(0, MOST_ROWS);
}

function buildOrderRow(order: ListedRow): TableRow {
  const { orderNo, status, heldFrom, reason, exception, dispute, pay, receive, email, createdAt } = order;
  return {
    order: orderNo,
    status,
    'held from': heldFrom,
    reason,
    exception,
    dispute,
    pays: formatAmount(pay),
    currency: pay.asset.code,
    crypto: receive.asset.code,
    method: order.payMethod,
    country: order.country,
    buyer: email,
    created: createdAt,
  };
}
