import { rescale } from '@slipway/money/decimal.ts';
import { factOf } from '../ledger/entryKey.ts';
import { type HaltScope, payoutsOf } from '../ledger/haltStore.ts';
import { accountBalances } from '../ledger/ledgerStore.ts';
import { ledgerScale, VENUE_ASSET } from '../ledger/posting.ts';
import type { Database } from '../platform/database/database.ts';
import { type Outcome, ok } from '../providers/outcome.ts';
import type { TradingVenue, VenueAmount } from '../providers/venue/venuePort.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import type { Side } from './compare.ts';
import { coinOf, comparedAtVenue, cryptosOfCoin } from './describeAsset.ts';
import { isRow } from './differenceEntry.ts';
import { FIAT } from './fiat.ts';
import { keepLines, keptLines, newestLineAt } from './lineStore.ts';
import type { LedgerSide, Place } from './place.ts';
import { venuePostings } from './venuePlaceStore.ts';

const HOUR_MS = 60 * 60_000;
/** A purchase is booked when all its parts have ended. */
const GRACE_MS = HOUR_MS / 2;
/** Movements that the venue writes down late are still found. */
const OVERLAP_MS = HOUR_MS / 4;

type VenueContext = { readonly database: Database; readonly venue: TradingVenue; readonly catalog: Catalog };

/** Of the operator's account at the exchange. */
export function venueLedger(catalog: Pick<Catalog, 'cryptos'>): LedgerSide {
  return {
    async balances(database) {
      const balances = await accountBalances(database, 'asset:venue');
      return summed([...balances].map(([asset, units]) => [comparedAtVenue(catalog, asset), units]));
    },
    async rows(database, since) {
      const postings = await venuePostings(database, since);
      return postings.filter(isRow).map(({ key, clientOrderId, asset, units, at }) => ({
        id: clientOrderId ?? movementOf(factOf(key)),
        asset: comparedAtVenue(catalog, asset),
        units,
        at,
      }));
    },
  };
}

/** The operator's account at the exchange. */
export function venuePlace({ database, venue, catalog }: VenueContext): Place {
  const id = `venue:${venue.id}`;

  /** As the venue calls it. */
  function assetOf(currency: string): string {
    if (catalog.payCurrencies.has(currency) || currency === 'EUR' || currency === 'USD') return FIAT + currency;
    const coin = coinOf({ symbol: currency });
    return cryptosOfCoin(catalog, coin).length > 0 ? coin : VENUE_ASSET + currency;
  }

  async function askThere(since: Date): Promise<Outcome<Side>> {
    const newest = await newestLineAt(database, id);
    const from = newest && newest > since ? new Date(newest.getTime() - OVERLAP_MS) : since;
    const asked = await venue.readStatement(from);
    if (asked.kind !== 'ok') return asked;
    const { balances } = asked.value;
    const lines = asked.value.lines.map(({ lineId, groupedBy, amount, at, isOfOrder }) => {
      const asset = assetOf(amount.currency);
      return { id: lineId, groupedBy, asset, units: unitsOf(asset, amount), at, byPeople: !isOfOrder };
    });
    await database.transaction((transaction) => keepLines(transaction, id, lines));
    const kept = await keptLines(database, id, since);
    return ok({
      balances: summed(
        balances.map((balance) => [assetOf(balance.currency), unitsOf(assetOf(balance.currency), balance)]),
      ),
      rows: kept.map(({ groupedBy, ...line }) => ({ ...line, id: groupedBy })),
    });
  }

  return {
    id,
    account: 'asset:venue',
    graceMs: GRACE_MS,
    askThere,
    here: venueLedger(catalog),
    // Nothing of fiat leaves from here by itself.
    halts: ({ asset }): HaltScope[] => cryptosOfCoin(catalog, asset).map((crypto) => payoutsOf(crypto.asset.id)),
  };
}

/** The venue's id that the key of an entry without an order bears. */
function movementOf(key: string): string {
  const [, id] = /^(?:swap|venue:[^:]+):(.+)$/.exec(key) ?? [];
  return id ?? key;
}

function summed(entries: readonly (readonly [string, bigint])[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [asset, units] of entries) sums.set(asset, (sums.get(asset) ?? 0n) + units);
  return sums;
}

/** Throws for a part of a unit that the ledger could not hold either. */
function unitsOf(asset: string, { currency, value }: VenueAmount): bigint {
  const scale = ledgerScale(asset);
  const units = rescale(value, scale, 'down').coefficient;
  const rest = value.coefficient - rescale({ coefficient: units, scale }, value.scale, 'down').coefficient;
  if (value.scale > scale && rest !== 0n) throw new RangeError(`${currency} came with more than ${scale} digits`);
  return units;
}
