import { powerOfTen } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { factOf } from '../ledger/entryKey.ts';
import { refundFilesIn } from '../ledger/haltStore.ts';
import { accountBalances } from '../ledger/ledgerStore.ts';
import { LEDGER_FIAT_SCALE } from '../ledger/posting.ts';
import type { Database } from '../platform/database/database.ts';
import { ok } from '../providers/outcome.ts';
import { bankPostings, bookingsOfRefunds, toldBalances, toldBookings } from './bankPlaceStore.ts';
import { isRow } from './differenceEntry.ts';
import { FIAT, fiatCodeOf } from './fiat.ts';
import type { LedgerSide, Place } from './place.ts';
import { inSnapshot } from './placeStore.ts';

const HOUR_MS = 60 * 60_000;
const GRACE_MS = HOUR_MS / 2;
/** A transfer waits for a price; what the bank calls a return waits for the booking with which it left. */
const NEW_BOOKING_MS = 24 * HOUR_MS;
const RETURN_MS = 6 * 24 * HOUR_MS;

/** Of the operator's accounts. */
export const bankLedger: LedgerSide = {
  balances: (database) => accountBalances(database, 'asset:bank'),
  async rows(database, since) {
    const refunds = await bookingsOfRefunds(database, since);
    const postings = await bankPostings(database, since);
    return postings.filter(isRow).map(({ key, eventKey, asset, units, at }) => ({
      id: bookingOf(factOf(key), eventKey, refunds),
      asset,
      units,
      at,
    }));
  },
};

/** The operator's accounts, as the bank's files have told them: all of one currency together, since the ledger does so. */
export function bankPlace(database: Database): Place {
  return {
    id: 'bank',
    account: 'asset:bank',
    graceMs: GRACE_MS,
    async askThere(since) {
      const { balances, bookings } = await inSnapshot(database, async (snapshot) => ({
        balances: await toldBalances(snapshot),
        bookings: await toldBookings(snapshot, since),
      }));
      return ok({
        balances: new Map(balances.map(({ currency, units }) => [FIAT + currency, scaled(currency, units)])),
        rows: bookings.map(({ id, currency, units, reversal, isNew, at }) => ({
          id,
          asset: FIAT + currency,
          units: scaled(currency, units),
          at,
          ...(isNew && { graceMs: reversal ? RETURN_MS : NEW_BOOKING_MS }),
        })),
      });
    },
    here: bankLedger,
    halts: ({ asset }) => [refundFilesIn(fiatCodeOf(asset))],
  };
}

function scaled(currency: string, units: bigint): bigint {
  return units * powerOfTen(LEDGER_FIAT_SCALE - fiatAsset(currency).decimals);
}

/** How the keys of entries and of events name a booking: by its own id, or by the refund that left with it. */
const NAMES_BOOKING = [
  /^bank:(.+):(?:un)?allocated$/,
  /^receipt:(.+?)(?::re(?:called|covered))?$/,
  /^(?:refund:)?RFD[^:]*:failed:(.+)$/,
] as const;
const NAMES_REFUND = /^(?:refund:)?(RFD[^:]*):settled$/;

/** The booking that a line of the ledger is of; its own key where it names none. Pure. */
export function bookingOf(key: string, eventKey: string | null, refunds: ReadonlyMap<string, string>): string {
  for (const text of eventKey === null ? [key] : [eventKey, key]) {
    for (const pattern of NAMES_BOOKING) {
      const booking = pattern.exec(text)?.[1];
      if (booking !== undefined) return booking;
    }
    const refund = NAMES_REFUND.exec(text)?.[1];
    if (refund !== undefined) return refunds.get(refund) ?? `refund:${refund}`;
  }
  return key;
}
