import { powerOfTen } from '@slipway/money/decimal.ts';
import { factOf } from '../ledger/entryKey.ts';
import { accountBalances } from '../ledger/ledgerStore.ts';
import { ledgerScale } from '../ledger/posting.ts';
import type { Database } from '../platform/database/database.ts';
import type { BalanceLine, BalanceLineKind } from '../providers/card/balanceLine.ts';
import type { CardAcquirer } from '../providers/card/cardPort.ts';
import { type Outcome, ok } from '../providers/outcome.ts';
import { acquirerPostings } from './acquirerPlaceStore.ts';
import { isRow } from './differenceEntry.ts';
import { keepLines, keptLines, newestLineAt, type PlaceLine, sumOfLines } from './lineStore.ts';
import type { LedgerSide, Place } from './place.ts';

const HOUR_MS = 60 * 60_000;
/** A refund moves the account when it is asked for, and counts for us when the buyer's bank has it. */
const GRACE_MS = 3 * 24 * HOUR_MS;
/** A line may show a little after the time that it bears. */
const OVERLAP_MS = HOUR_MS;
/** What moves by no order's doing. */
const BY_PEOPLE: ReadonlySet<BalanceLineKind> = new Set(['payout', 'payout_failed', 'fee', 'other']);

type AcquirerContext = {
  readonly database: Database;
  readonly card: Pick<CardAcquirer, 'id' | 'listBalanceLines'>;
};

/** Of the account that the acquirer keeps, by the id of the place. */
export function acquirerLedger(id: string): LedgerSide {
  return {
    balances: (database) => accountBalances(database, 'asset:acquirer'),
    async rows(database, since) {
      const postings = await acquirerPostings(database, id, since);
      return postings
        .filter(isRow)
        .map(({ key, subject, asset, units, at }) => ({ id: subject ?? subjectOf(factOf(key)), asset, units, at }));
    },
  };
}

/** The account that the acquirer keeps for the operator. It tells lines and no balance: their sum is taken for it. */
export function acquirerPlace({ database, card }: AcquirerContext): Place {
  const id = `acquirer:${card.id}`;

  async function collectLines(since: Date): Promise<Outcome<void>> {
    let page: string | undefined;
    do {
      const answer = await card.listBalanceLines({ since, page });
      if (answer.kind !== 'ok') return answer;
      const lines = answer.value.lines.map(lineOf);
      await database.transaction((transaction) => keepLines(transaction, id, lines));
      page = answer.value.nextPage;
    } while (page !== undefined);
    return ok(undefined);
  }

  return {
    id,
    account: 'asset:acquirer',
    graceMs: GRACE_MS,
    async askThere(since) {
      const newest = await newestLineAt(database, id);
      const read = await collectLines(newest && newest > since ? new Date(newest.getTime() - OVERLAP_MS) : since);
      if (read.kind !== 'ok') return read;
      const kept = await keptLines(database, id, since);
      return ok({
        balances: await sumOfLines(database, id),
        rows: kept.map(({ groupedBy, ...line }) => ({ ...line, id: groupedBy })),
      });
    },
    here: acquirerLedger(id),
    // Nothing leaves from here but refunds, which the acquirer itself bounds by their payments.
    halts: () => [],
  };
}

function lineOf({ lineId, kind, amount, fee, subjectId, bookedAt }: BalanceLine): PlaceLine {
  const { asset } = amount;
  const byPeople = BY_PEOPLE.has(kind) || subjectId === '';
  const units = (amount.units - fee.units) * powerOfTen(ledgerScale(asset.id) - asset.decimals);
  return { id: lineId, groupedBy: byPeople ? lineId : subjectId, asset: asset.id, units, at: bookedAt, byPeople };
}

/** The payment whose fee was booked apart, or the acquirer's line that was booked by itself. */
function subjectOf(key: string): string {
  const [, payment, line] = /^(?:(.+):acquirer_fee|acquirer:[^:]+:(.+))$/.exec(key) ?? [];
  return payment ?? line ?? key;
}
