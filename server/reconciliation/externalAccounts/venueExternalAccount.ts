import { rescale } from '@slipway/money/decimal.ts';
import { extractFact } from '../../ledger/entryKey.ts';
import { buildPayoutHaltScope, type HaltScope } from '../../ledger/haltStore.ts';
import { readAccountBalances } from '../../ledger/ledgerStore.ts';
import { ledgerScale, VENUE_ASSET_PREFIX } from '../../ledger/posting.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Outcome, ok } from '../../providers/outcome.ts';
import type { TradingVenue, VenueAmount } from '../../providers/venue/venuePort.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import type { ComparedSide } from '../compareSides.ts';
import { buildVenueCoinId, findCryptosOfCoin, toVenueAsset } from '../describeAsset.ts';
import { isExternalAccountRow } from '../differences/differenceEntry.ts';
import type { ExternalAccount, LedgerSide } from '../externalAccount.ts';
import { FIAT_PREFIX } from '../fiat.ts';
import { findNewestLineTime, findReportedLines, saveReportedLines } from './reportedLineStore.ts';
import { findVenueLedgerPostings } from './venuePostingStore.ts';

const HOUR_MS = 60 * 60_000;
/** A purchase is booked when all its parts have ended. */
const GRACE_MS = HOUR_MS / 2;
/** Each reading begins this long before the newest stored line, to find movements that the venue records late. */
const OVERLAP_MS = HOUR_MS / 4;

type VenueContext = { readonly database: Database; readonly venue: TradingVenue; readonly catalog: Catalog };

/** Returns the ledger's side of the operator's account at the exchange. */
export function createVenueLedgerSide(catalog: Pick<Catalog, 'cryptos'>): LedgerSide {
  return {
    async readBalances(database) {
      const balances = await readAccountBalances(database, 'asset:venue');
      return sumByAsset([...balances].map(([asset, units]) => [toVenueAsset(catalog, asset), units]));
    },
    async readRows(database, since) {
      const postings = await findVenueLedgerPostings(database, since);
      return postings.filter(isExternalAccountRow).map(({ key, clientOrderId, asset, units, at }) => ({
        id: clientOrderId ?? parseMovementId(extractFact(key)),
        asset: toVenueAsset(catalog, asset),
        units,
        at,
      }));
    },
  };
}

/** Returns the operator's account at the exchange as an external account. */
export function createVenueExternalAccount({ database, venue, catalog }: VenueContext): ExternalAccount {
  const id = `venue:${venue.id}`;

  /** Returns the asset of a venue's currency name. */
  function findAssetName(currency: string): string {
    if (catalog.payCurrencies.has(currency) || currency === 'EUR' || currency === 'USD') return FIAT_PREFIX + currency;
    const coin = buildVenueCoinId({ symbol: currency });
    return findCryptosOfCoin(catalog, coin).length > 0 ? coin : VENUE_ASSET_PREFIX + currency;
  }

  async function fetchSide(since: Date): Promise<Outcome<ComparedSide>> {
    const newest = await findNewestLineTime(database, id);
    const from = newest && newest > since ? new Date(newest.getTime() - OVERLAP_MS) : since;
    const outcome = await venue.readStatement(from);
    if (outcome.kind !== 'ok') return outcome;
    const { balances } = outcome.value;
    const lines = outcome.value.lines.map(({ lineId, groupId, amount, at, isOfOrder }) => {
      const asset = findAssetName(amount.currency);
      return { id: lineId, groupedBy: groupId, asset, units: toLedgerUnits(asset, amount), at, byPeople: !isOfOrder };
    });
    await database.transaction((transaction) => saveReportedLines(transaction, id, lines));
    const storedLines = await findReportedLines(database, id, since);
    return ok({
      balances: sumByAsset(
        balances.map((balance) => [
          findAssetName(balance.currency),
          toLedgerUnits(findAssetName(balance.currency), balance),
        ]),
      ),
      rows: storedLines.map(({ groupedBy, ...line }) => ({ ...line, id: groupedBy })),
    });
  }

  return {
    id,
    account: 'asset:venue',
    graceMs: GRACE_MS,
    fetchSide,
    ledgerSide: createVenueLedgerSide(catalog),
    // No fiat leaves this account automatically.
    listHaltScopes: ({ asset }): HaltScope[] =>
      findCryptosOfCoin(catalog, asset).map((crypto) => buildPayoutHaltScope(crypto.asset.id)),
  };
}

/** Returns the venue's id of the movement that a ledger key names; the key itself if it names none. */
function parseMovementId(key: string): string {
  const [, id] = /^(?:swap|venue:[^:]+):(.+)$/.exec(key) ?? [];
  return id ?? key;
}

function sumByAsset(entries: readonly (readonly [string, bigint])[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const [asset, units] of entries) sums.set(asset, (sums.get(asset) ?? 0n) + units);
  return sums;
}

/** Converts to the ledger's units. Throws for a fraction of a unit, which the ledger could not hold either. */
function toLedgerUnits(asset: string, { currency, value }: VenueAmount): bigint {
  const scale = ledgerScale(asset);
  const units = rescale(value, scale, 'down').coefficient;
  const rest = value.coefficient - rescale({ coefficient: units, scale }, value.scale, 'down').coefficient;
  if (value.scale > scale && rest !== 0n) throw new RangeError(`${currency} has more than ${scale} digits`);
  return units;
}
