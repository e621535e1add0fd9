import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { BalanceLine } from '../../providers/card/balanceLine.ts';
import type { CardAcquirer } from '../../providers/card/cardPort.ts';
import { findBooksStart } from '../readingStore.ts';
import {
  findPayoutsToRead,
  findRecordedLineIds,
  isItemized,
  saveAcquirerPayout,
  saveItemization,
} from './acquirerPayoutStore.ts';

type PayoutContext = {
  readonly database: Database;
  readonly card: Pick<CardAcquirer, 'id' | 'getPayout' | 'listPayoutLines'>;
  readonly log: Log;
};

/** Records the status of the acquirer's payouts, and which lines each of them pays out. */
export async function updateAcquirerPayouts(context: PayoutContext): Promise<void> {
  const { database, card, log } = context;
  for (const payoutId of await findPayoutsToRead(database, card.id)) {
    const answer = await card.getPayout(payoutId);
    if (answer.kind !== 'ok') {
      log.warn(
        { outcome: answer.kind, payout: payoutId },
        'a payout of the acquirer could not be read; it is read again',
      );
      if (answer.kind === 'unavailable') return;
      continue;
    }
    await saveAcquirerPayout(database, card.id, answer.value);
    if (answer.value.itemization !== 'complete' || (await isItemized(database, card.id, payoutId))) continue;
    const lines = await listLines(context, payoutId);
    if (!lines) return;
    await itemize(context, payoutId, lines);
  }
}

async function listLines({ card, log }: PayoutContext, payoutId: string): Promise<BalanceLine[] | undefined> {
  const lines: BalanceLine[] = [];
  let page: string | undefined;
  do {
    const answer = await card.listPayoutLines({ payoutId, page });
    if (answer.kind !== 'ok') {
      log.warn(
        { outcome: answer.kind, payout: payoutId },
        'the lines of a payout could not be read; they are read again',
      );
      return undefined;
    }
    // The acquirer lists the payout's own line too, which is not one of the lines that it pays out.
    lines.push(...answer.value.lines.filter(({ kind, subjectId }) => kind !== 'payout' || subjectId !== payoutId));
    page = answer.value.nextPage;
  } while (page !== undefined);
  return lines;
}

/**
 * Itemizes a payout. Lines from before the books began are not recorded: they are only counted. If a later line is not recorded
 * yet, the payout is itemized in a later round, after the account's reading has recorded the line.
 */
async function itemize(
  { database, card, log }: PayoutContext,
  payoutId: string,
  lines: readonly BalanceLine[],
): Promise<void> {
  const booksStart = await findBooksStart(database);
  const recorded = await findRecordedLineIds(
    database,
    card.id,
    lines.map(({ lineId }) => lineId),
  );
  const missing = lines.filter(({ lineId }) => !recorded.has(lineId));
  if (!booksStart || missing.some(({ bookedAt }) => bookedAt >= booksStart)) return;
  const marked = await database.transaction((transaction) =>
    saveItemization(transaction, {
      acquirer: card.id,
      payoutId,
      lineIds: [...recorded],
      earlierLines: missing.length,
      earlierUnits: missing.reduce((sum, { amount, fee }) => sum + amount.units - fee.units, 0n),
    }),
  );
  if (marked < recorded.size) {
    log.error({ payout: payoutId, lines: recorded.size, marked }, 'a line is in two payouts of the acquirer');
  }
}
