import { powerOfTen } from '@slipway/money/decimal.ts';
import { extractFact } from '../../ledger/entryKey.ts';
import { readAccountBalances } from '../../ledger/ledgerStore.ts';
import { ledgerScale } from '../../ledger/posting.ts';
import type { Database } from '../../platform/database/database.ts';
import type { BalanceLine, BalanceLineKind } from '../../providers/card/balanceLine.ts';
import type { CardAcquirer } from '../../providers/card/cardPort.ts';
import { type Outcome, ok } from '../../providers/outcome.ts';
import { isExternalAccountRow } from '../differences/differenceEntry.ts';
import type { ExternalAccount, LedgerSide } from '../externalAccount.ts';
import { findAcquirerPostings } from './acquirerPostingStore.ts';
import {
  findNewestLineTime,
  findReportedLines,
  type ReportedLine,
  saveReportedLines,
  sumReportedLines,
} from './reportedLineStore.ts';

const HOUR_MS = 60 * 60_000;
/** The acquirer debits a refund when it is requested; the order posts it when the buyer's bank has it. */
const GRACE_MS = 3 * 24 * HOUR_MS;
/** A line may appear some time after its own timestamp. */
const OVERLAP_MS = HOUR_MS;
/** Kinds of lines that belong to no order. */
const LINE_KINDS_WITHOUT_ORDER: ReadonlySet<BalanceLineKind> = new Set(['payout', 'payout_failed', 'fee', 'other']);

type AcquirerContext = {
  readonly database: Database;
  readonly card: Pick<CardAcquirer, 'id' | 'listBalanceLines'>;
};

/** Returns the ledger's side of the account with the acquirer. `id`: the external account's id. */
export function createAcquirerLedgerSide(id: string): LedgerSide {
  return {
    readBalances: (database) => readAccountBalances(database, 'asset:acquirer'),
    async readRows(database, since) {
      const postings = await findAcquirerPostings(database, id, since);
      return postings.filter(isExternalAccountRow).map(({ key, subject, asset, units, at }) => ({
        id: subject ?? parseSubject(extractFact(key)),
        asset,
        units,
        at,
      }));
    },
  };
}

/**
 * Returns the operator's account with the acquirer as an external account. The acquirer reports lines but no balance, so the
 * balance is their sum.
 */
export function createAcquirerExternalAccount({ database, card }: AcquirerContext): ExternalAccount {
  const id = `acquirer:${card.id}`;

  async function collectLines(since: Date): Promise<Outcome<void>> {
    let page: string | undefined;
    do {
      const answer = await card.listBalanceLines({ since, page });
      if (answer.kind !== 'ok') return answer;
      const lines = answer.value.lines.map(toReportedLine);
      await database.transaction((transaction) => saveReportedLines(transaction, id, lines));
      page = answer.value.nextPage;
    } while (page !== undefined);
    return ok(undefined);
  }

  return {
    id,
    account: 'asset:acquirer',
    graceMs: GRACE_MS,
    async fetchSide(since) {
      const newest = await findNewestLineTime(database, id);
      const read = await collectLines(newest && newest > since ? new Date(newest.getTime() - OVERLAP_MS) : since);
      if (read.kind !== 'ok') return read;
      const storedLines = await findReportedLines(database, id, since);
      return ok({
        balances: await sumReportedLines(database, id),
        rows: storedLines.map(({ groupedBy, ...line }) => ({ ...line, id: groupedBy })),
      });
    },
    ledgerSide: createAcquirerLedgerSide(id),
    // Only refunds leave this account automatically, and the acquirer limits them to their payments.
    listHaltScopes: () => [],
  };
}

function toReportedLine({ lineId, kind, amount, fee, subjectId, bookedAt }: BalanceLine): ReportedLine {
  const { asset } = amount;
  const byPeople = LINE_KINDS_WITHOUT_ORDER.has(kind) || subjectId === '';
  const units = (amount.units - fee.units) * powerOfTen(ledgerScale(asset.id) - asset.decimals);
  return { id: lineId, groupedBy: byPeople ? lineId : subjectId, asset: asset.id, units, at: bookedAt, byPeople };
}

/** Returns the payment or the acquirer's line that a ledger key names; the key itself if it names neither. */
function parseSubject(key: string): string {
  const [, payment, line] = /^(?:(.+):acquirer_fee|acquirer:[^:]+:(.+))$/.exec(key) ?? [];
  return payment ?? line ?? key;
}
