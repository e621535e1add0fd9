import { type Amount, createAmount, toDecimal } from '@slipway/money/amount.ts';
import { multiply, powerOfTen, rescale } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { Account } from '../../ledger/account.ts';
import { ledgerScale, VENUE_ASSET_PREFIX } from '../../ledger/posting.ts';
import type { Catalog, Crypto } from '../../purchase/catalog/catalog.ts';
import { findReferencePrice, type PriceBook } from '../../purchase/quote/priceBook.ts';
import type { FundsNeed } from '../../purchase/quote/treasuryFundsStore.ts';
import type { BalanceReading, BankBalance } from './balanceReadingStore.ts';
import { type CoinProposal, proposeFunding, proposeRefill } from './propose.ts';

/** The input of a forecast. Units of balances, readings and spent amounts are ledger units. */
export type ForecastInput = {
  readonly catalog: Catalog;
  readonly prices: PriceBook;
  readonly balances: readonly { readonly account: Account; readonly asset: string; readonly units: bigint }[];
  readonly places: readonly BalanceReading[];
  readonly bank: readonly BankBalance[];
  /** Balances of places from before the books began; assets as {@link Position} names them. */
  readonly openings: readonly Pick<Position, 'place' | 'asset' | 'scale' | 'opening'>[];
  readonly needs: readonly FundsNeed[];
  /** Withdrawals to the treasury's own addresses that have not arrived, by crypto, in minor units. */
  readonly incoming: ReadonlyMap<string, bigint>;
  readonly spent: readonly { readonly place: 'venue' | 'wallet'; readonly asset: string; readonly units: bigint }[];
  readonly windowDays: number;
  readonly coverDays: number;
  readonly machineNow: Date;
};

/** One asset at one place: the ledger's balance, and the reported one, or null if none is known. In ledger units. */
export type Position = {
  readonly place: string;
  readonly asset: string;
  readonly scale: number;
  readonly ledger: bigint;
  /** The balance from before the books began, which `reported` includes. */
  readonly opening: bigint;
  readonly reported: bigint | null;
};

export type CoinForecast = CoinProposal & {
  readonly crypto: Crypto;
  readonly wallet: bigint;
  readonly venue: bigint;
  readonly reserved: bigint;
  readonly delivered: bigint;
  /** Withdrawals to the wallet that have not arrived; they reduce the proposed one. */
  readonly incoming: bigint;
};

/**
 * `held`: the venue's balance of a currency. `fund`: the proposed amount to add. `unpriced`: coins to buy without a fresh price,
 * whose cost `fund` does not include.
 */
export type FundingForecast = { readonly held: Amount; readonly fund: Amount; readonly unpriced: readonly string[] };

/** Returns the positions of the operator's own money, by asset and place. */
export function listPositions({ catalog, balances, places, bank, openings }: ForecastInput): readonly Position[] {
  const positions = new Map<string, Position>();
  const addToPosition = (place: string, asset: string, scale: number, more: Partial<Position>) => {
    const key = `${place} ${asset}`;
    const before = positions.get(key) ?? { place, asset, scale, ledger: 0n, opening: 0n, reported: null };
    positions.set(key, {
      ...before,
      reported: more.reported ?? before.reported,
      ledger: before.ledger + (more.ledger ?? 0n),
      opening: before.opening + (more.opening ?? 0n),
    });
  };
  for (const { account, asset, units } of balances) {
    if (!account.startsWith('asset:')) continue;
    addToPosition(account.slice('asset:'.length), findAssetName(catalog, account, asset), ledgerScale(asset), {
      ledger: units,
    });
  }
  for (const { place, asset, scale, opening } of openings) addToPosition(place, asset, scale, { opening });
  for (const { place, asset, units } of places) {
    const crypto = [...catalog.cryptos.values()].find((known) => isNamed(known, place, asset));
    const scale = ledgerScale(crypto?.asset.id ?? `${VENUE_ASSET_PREFIX}${asset}`);
    addToPosition(place, place === 'wallet' ? (crypto?.id ?? asset) : asset, scale, { reported: units });
  }
  for (const { currency, units } of bank) {
    const { id, decimals } = fiatAsset(currency);
    addToPosition('bank', currency, ledgerScale(id), { reported: units * powerOfTen(ledgerScale(id) - decimals) });
  }
  return [...positions.values()]
    .filter(({ ledger, reported }) => ledger !== 0n || (reported ?? 0n) !== 0n)
    .toSorted((a, b) => `${a.place} ${a.asset}`.localeCompare(`${b.place} ${b.asset}`));
}

function isNamed({ asset, symbol }: Crypto, place: BalanceReading['place'], name: string): boolean {
  return place === 'wallet' ? asset.id === name : symbol.toUpperCase() === name.toUpperCase();
}

/** Returns the name of an asset at a place. A venue has one balance of a coin for all networks. */
function findAssetName({ cryptos }: Catalog, account: Account, asset: string): string {
  const crypto = [...cryptos.values()].find((known) => known.asset.id === asset);
  if (crypto) return account === 'asset:venue' ? crypto.symbol.toUpperCase() : crypto.id;
  return asset.replace('iso4217:', '').replace(VENUE_ASSET_PREFIX, '');
}

/**
 * Returns what the wallet of each enabled crypto needs, in its minor units. The venue's balance of a coin is proposed once, to
 * the first crypto in need.
 */
export function forecastCoins(input: ForecastInput): readonly CoinForecast[] {
  const venueBalances = new Map(
    listPositions(input)
      .filter(({ place }) => place === 'venue')
      .map(({ asset, ledger, reported, scale }) => [asset, { units: reported ?? ledger, scale }]),
  );
  const wallets = new Map(
    listPositions(input)
      .filter(({ place }) => place === 'wallet')
      .map(({ asset, ledger, reported }) => [asset, reported ?? ledger]),
  );
  return [...input.catalog.cryptos.values()]
    .filter(({ enabled }) => enabled)
    .map((crypto) => {
      const { asset } = crypto;
      const name = crypto.symbol.toUpperCase();
      const ledgerUnitsPerMinorUnit = powerOfTen(ledgerScale(asset.id) - asset.decimals);
      const atVenue = venueBalances.get(name);
      const state = {
        wallet: (wallets.get(crypto.id) ?? 0n) / ledgerUnitsPerMinorUnit,
        venue: (atVenue?.units ?? 0n) / ledgerUnitsPerMinorUnit,
        reserved: input.needs.find((need) => need.asset === asset.id)?.units ?? 0n,
        delivered:
          (input.spent.find((one) => one.place === 'wallet' && one.asset === asset.id)?.units ?? 0n) /
          ledgerUnitsPerMinorUnit,
      };
      const { windowDays, coverDays } = input;
      const proposal = proposeRefill({ ...state, windowDays, coverDays, floor: crypto.treasuryFloorUnits });
      if (atVenue)
        venueBalances.set(name, { ...atVenue, units: atVenue.units - proposal.withdraw * ledgerUnitsPerMinorUnit });
      const incoming = input.incoming.get(crypto.id) ?? 0n;
      const withdraw = proposal.withdraw > incoming ? proposal.withdraw - incoming : 0n;
      return { crypto, ...state, ...proposal, incoming, withdraw };
    });
}

/** Returns how much money to fund the venue with; coins to buy are paid in euros. */
export function forecastFunding(input: ForecastInput, coins: readonly CoinForecast[]): readonly FundingForecast[] {
  const held = listPositions(input).filter(({ place }) => place === 'venue');
  const bought = coins.filter(({ buy }) => buy > 0n).map((coin) => ({ coin, cost: computeCost(input, coin) }));
  const currencies = new Set(['EUR', ...input.spent.flatMap(({ place, asset }) => (place === 'venue' ? [asset] : []))]);
  return [...currencies]
    .map((name) => fiatAsset(name.replace('iso4217:', '')))
    .filter(({ code }, index, all) => all.findIndex((other) => other.code === code) === index)
    .map((asset) => {
      const ledgerUnitsPerMinorUnit = powerOfTen(ledgerScale(asset.id) - asset.decimals);
      const position = held.find((one) => one.asset === asset.code);
      const spent = input.spent.find((one) => one.place === 'venue' && one.asset === asset.id)?.units ?? 0n;
      const isEuro = asset.code === 'EUR';
      const units = (position?.reported ?? position?.ledger ?? 0n) / ledgerUnitsPerMinorUnit;
      const fund = proposeFunding({
        held: units,
        spent: spent / ledgerUnitsPerMinorUnit,
        windowDays: input.windowDays,
        coverDays: input.coverDays,
        toBuy: isEuro ? bought.reduce((sum, { cost }) => sum + (cost ?? 0n), 0n) : 0n,
      });
      const unpriced = isEuro ? bought.filter(({ cost }) => cost === undefined).map(({ coin }) => coin.crypto.id) : [];
      return { held: createAmount(asset, units), fund: createAmount(asset, fund), unpriced };
    });
}

/** Returns euro cents, rounded up; undefined without a fresh price. */
function computeCost({ prices, machineNow }: ForecastInput, { crypto, buy }: CoinForecast): bigint | undefined {
  const price = findReferencePrice(prices, crypto.marketBase, 'EUR', machineNow);
  return price && rescale(multiply(toDecimal(createAmount(crypto.asset, buy)), price.mid), 2, 'up').coefficient;
}
