import { powerOfTen } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { extractFact } from '../../ledger/entryKey.ts';
import { buildRefundFileHaltScope } from '../../ledger/haltStore.ts';
import { readAccountBalances } from '../../ledger/ledgerStore.ts';
import { LEDGER_FIAT_SCALE } from '../../ledger/posting.ts';
import type { Database } from '../../platform/database/database.ts';
import { ok } from '../../providers/outcome.ts';
import { isExternalAccountRow } from '../differences/differenceEntry.ts';
import type { ExternalAccount, LedgerSide } from '../externalAccount.ts';
import { runInSnapshot } from '../externalAccountStore.ts';
import { FIAT_PREFIX, parseFiatCode } from '../fiat.ts';
import {
  findBankPostings,
  findRefundBookings,
  findReportedBalances,
  findReportedBookings,
} from './bankExternalAccountStore.ts';

const HOUR_MS = 60 * 60_000;
const GRACE_MS = HOUR_MS / 2;
/** Grace periods of an unprocessed booking: a transfer waits for a price, a return for the booking of its outgoing transfer. */
const NEW_BOOKING_MS = 24 * HOUR_MS;
const RETURN_MS = 6 * 24 * HOUR_MS;

/** The ledger's side of the operator's bank accounts. */
export const bankLedgerSide: LedgerSide = {
  readBalances: (database) => readAccountBalances(database, 'asset:bank'),
  async readRows(database, since) {
    const refunds = await findRefundBookings(database, since);
    const postings = await findBankPostings(database, since);
    return postings.filter(isExternalAccountRow).map(({ key, eventKey, asset, units, at }) => ({
      id: findBookingId(extractFact(key), eventKey, refunds),
      asset,
      units,
      at,
    }));
  },
};

/**
 * Returns the operator's bank accounts as one external account, read from the bank's files: all accounts of one currency
 * together, as in the ledger.
 */
export function createBankExternalAccount(database: Database): ExternalAccount {
  return {
    id: 'bank',
    account: 'asset:bank',
    graceMs: GRACE_MS,
    async fetchSide(since) {
      const { balances, bookings } = await runInSnapshot(database, async (snapshot) => ({
        balances: await findReportedBalances(snapshot),
        bookings: await findReportedBookings(snapshot, since),
      }));
      return ok({
        balances: new Map(
          balances.map(({ currency, units }) => [FIAT_PREFIX + currency, scaleToLedger(currency, units)]),
        ),
        rows: bookings.map(({ id, currency, units, reversal, isNew, at }) => ({
          id,
          asset: FIAT_PREFIX + currency,
          units: scaleToLedger(currency, units),
          at,
          ...(isNew && { graceMs: reversal ? RETURN_MS : NEW_BOOKING_MS }),
        })),
      });
    },
    ledgerSide: bankLedgerSide,
    listHaltScopes: ({ asset }) => [buildRefundFileHaltScope(parseFiatCode(asset))],
  };
}

function scaleToLedger(currency: string, units: bigint): bigint {
  return units * powerOfTen(LEDGER_FIAT_SCALE - fiatAsset(currency).decimals);
}

/** Patterns with which keys of entries and events name a booking: by its own id, or by the refund that left with it. */
const BOOKING_KEY_PATTERNS = [
  /^bank:(.+):(?:un)?allocated$/,
  /^receipt:(.+?)(?::re(?:called|covered))?$/,
  /^(?:refund:)?RFD[^:]*:failed:(.+)$/,
] as const;
const REFUND_KEY_PATTERN = /^(?:refund:)?(RFD[^:]*):settled$/;

/**
 * Returns the id of a posting's booking. Returns `refund:<id>` for a refund without a booking in `refunds`, and the posting's
 * key if it names neither a booking nor a refund. Pure.
 */
export function findBookingId(key: string, eventKey: string | null, refunds: ReadonlyMap<string, string>): string {
  for (const text of eventKey === null ? [key] : [eventKey, key]) {
    for (const pattern of BOOKING_KEY_PATTERNS) {
      const booking = pattern.exec(text)?.[1];
      if (booking !== undefined) return booking;
    }
    const refund = REFUND_KEY_PATTERN.exec(text)?.[1];
    if (refund !== undefined) return refunds.get(refund) ?? `refund:${refund}`;
  }
  return key;
}
