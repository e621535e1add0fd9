import { formatAmount } from '@slipway/money/amount.ts';
import { openReviews } from '../account/reviewStore.ts';
import { readSettings } from '../configuration/readSettings.ts';
import { timeOf } from '../configuration/rowChange.ts';
import { standingHandBookings } from '../ledger/handBookingStore.ts';
import { listAudit } from '../platform/audit/auditStore.ts';
import { unallocatedEntries } from '../purchase/payment/bankEntryStore.ts';
import { listRecordings } from '../tracking/replayStore.ts';
import { newestWithdrawals } from '../treasury/withdrawal/withdrawalStore.ts';
import { titleOfReview } from './attention/attentionTitles.ts';
import { movesOf } from './clerk/movesOf.ts';
import { endOf, timeLeft } from './clocks/clocks.ts';
import { listWaiting } from './clocks/waitingStore.ts';
import type { CommandContext } from './command.ts';
import { alertRows } from './duty/alertRows.ts';
import { dutyRows } from './duty/dutyRows.ts';
import { orderRow } from './exportTables.ts';
import type { TableRow } from './printTable.ts';
import { listOrders } from './reportStore.ts';
import { openRequests } from './requestStore.ts';
import { standingStops } from './signing/standingStops.ts';

const MOST_ROWS = 200;

/** What can be listed beside the rows of the configuration. */
export const lists: Readonly<Record<string, (context: CommandContext) => Promise<readonly TableRow[]>>> = {
  orders: async ({ database, options }) => (await listOrders(database, options['status'], MOST_ROWS)).map(orderRow),
  alerts: (context) => alertRows(context, MOST_ROWS),
  duty: dutyRows,
  reviews: async ({ database }) =>
    (await openReviews(database, MOST_ROWS)).map(({ id, openedAt, buyerId, reason, facts }) => ({
      id,
      title: titleOfReview(reason, facts),
      since: openedAt,
      buyer: buyerId,
      reason,
      facts,
    })),
  waits: async ({ database }) => {
    const now = await database.now();
    return (await listWaiting(database, MOST_ROWS)).map((waiting) => ({
      clock: waiting.clock,
      subject: waiting.subject,
      since: waiting.since,
      until: waiting.until,
      left: timeLeft(waiting.until, now),
    }));
  },
  receipts: async ({ database }) =>
    (await unallocatedEntries(database, MOST_ROWS)).map((entry) => ({
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
    return (await standingHandBookings(database, MOST_ROWS)).map(({ key, kind, at, who, why, postings }) => ({
      key,
      as: kind,
      at,
      who,
      why,
      moves: movesOf(catalog, postings),
    }));
  },
  withdrawals: async ({ database }) =>
    (await newestWithdrawals(database, MOST_ROWS)).map((withdrawal) => ({
      id: withdrawal.id,
      status: withdrawal.status,
      amount: formatAmount(withdrawal.amount),
      crypto: withdrawal.crypto,
      address: withdrawal.address,
      "the venue's id": withdrawal.venueId,
      transaction: withdrawal.transactionId,
      result: withdrawal.result,
    })),
  requests: async ({ database }) =>
    (await openRequests(database)).map((request) => ({
      id: request.id,
      action: request.action,
      subject: request.subject,
      with: request.input,
      who: request.who,
      why: request.why,
      status: request.status,
      from: timeOf(request),
      'lapses at': request.status === 'waiting' ? endOf('request', request.createdAt) : undefined,
    })),
  stops: async ({ database }) =>
    (await standingStops(database)).map(({ statement, who, since, why, isSeen }) => ({
      stop: statement,
      who,
      since,
      why,
      'the signer goes by it': isSeen ? 'yes' : 'not said yet',
    })),
  replays: async ({ database }) =>
    (await listRecordings(database, MOST_ROWS)).map(({ id, openedAt, country, characters }) => ({
      id,
      opened: openedAt,
      country,
      characters,
    })),
  history: async ({ database }) =>
    (await listAudit(database, MOST_ROWS)).map(({ id, at, who, approvedBy, why, action, subject, before, after }) => ({
      id,
      at,
      who,
      'approved by': approvedBy,
      action,
      subject,
      before,
      after,
      why,
    })),
};
