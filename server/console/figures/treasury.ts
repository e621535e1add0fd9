import { powerOfTen } from '@slipway/money/decimal.ts';
import { listHalts } from '../../ledger/haltStore.ts';
import { ledgerScale, VENUE_ASSET } from '../../ledger/posting.ts';
import { readTreasury } from '../../operator/readTreasury.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { coinOf } from '../../reconciliation/describeAsset.ts';
import { FIAT } from '../../reconciliation/fiat.ts';
import {
  type CoinForecast,
  forecastCoins,
  type Known,
  type Position,
  positionsOf,
} from '../../treasury/forecast/forecast.ts';
import { type EuroSum, euroWorth, type Holding, type Pricing, sumInEuro } from './euroWorth.ts';

const DAY_HOURS = 24;

/** One asset at one place of our own money; units in the ledger's digits. */
export type PlaceHolding = {
  readonly place: string;
  /** As the forecast names it: `BTC` at the venue, `USDC_BASE` in a wallet. */
  readonly name: string;
  readonly asset: string;
  readonly balance: bigint;
  readonly told: bigint | null;
  readonly toldAt: Date | null;
  /** Null where nothing is kept apart. */
  readonly reserved: bigint | null;
  /** What nothing is kept apart of; below zero where more is reserved than there is. */
  readonly free: bigint;
  readonly neededDaily: bigint | null;
  readonly lastsHours: number | null;
  readonly worth: bigint | undefined;
  readonly halted: boolean;
  readonly coin: CoinForecast | undefined;
};

export type TreasuryFigure = {
  readonly pricing: Pricing;
  readonly windowDays: number;
  readonly places: readonly PlaceHolding[];
  readonly have: EuroSum;
  readonly owe: EuroSum;
  readonly ours: EuroSum;
  readonly owed: readonly { readonly account: string; readonly worth: EuroSum }[];
};

/** Our own money: where it lies by the ledger, whose it is, and how long it lasts by the need of the forecast's window. */
export async function treasuryFigure(database: Queryable): Promise<TreasuryFigure> {
  const [known, halts] = await Promise.all([readTreasury(database), listHalts(database)]);
  const pricing: Pricing = known;
  const coins = forecastCoins(known);
  const halted = new Set(halts.map(({ scope }) => scope as string));
  const places = positionsOf(known).map((position) => placeHolding(known, coins, position, halted));
  const liabilities = known.balances.filter(({ account }) => account.startsWith('liability:'));
  const owing = (of: readonly (typeof liabilities)[number][]): readonly Holding[] =>
    of.map(({ asset, units }) => ({ asset, units: -units }));
  const having = places.map(({ asset, balance }) => ({ asset, units: balance }));
  return {
    pricing,
    windowDays: known.windowDays,
    places,
    have: sumInEuro(pricing, having),
    owe: sumInEuro(pricing, owing(liabilities)),
    ours: sumInEuro(pricing, [...having, ...liabilities]),
    owed: [...Map.groupBy(liabilities, ({ account }) => account)].map(([account, of]) => ({
      account,
      worth: sumInEuro(pricing, owing(of)),
    })),
  };
}

function placeHolding(
  known: Known,
  coins: readonly CoinForecast[],
  position: Position,
  halted: ReadonlySet<string>,
): PlaceHolding {
  const { place, asset: name, ledger, opening, told } = position;
  const coin = place === 'wallet' ? coins.find(({ crypto }) => crypto.id === name) : undefined;
  const asset = assetOf(known, position);
  const balance = ledger + opening;
  const reserved = coin ? coin.reserved * finer(coin) : null;
  const free = balance - (reserved ?? 0n);
  const neededDaily = dailyNeed(known, position, coin);
  return {
    place,
    name,
    asset,
    balance,
    told,
    toldAt: toldAt(known, position),
    reserved,
    free,
    neededDaily,
    lastsHours: neededDaily === null || neededDaily <= 0n ? null : hoursOf(free, neededDaily),
    worth: euroWorth(known, { asset, units: balance }),
    halted: coin !== undefined && halted.has(`payout:${coin.crypto.asset.id}`),
    coin,
  };
}

/** What the ledger calls it, or for a venue's coin what reconciliation does. */
function assetOf({ catalog }: Known, { place, asset, scale }: Position): string {
  const byId = catalog.cryptos.get(asset);
  if (byId && place !== 'venue') return byId.asset.id;
  const bySymbol = [...catalog.cryptos.values()].find(({ symbol }) => symbol.toUpperCase() === asset);
  if (bySymbol && scale === ledgerScale(bySymbol.asset.id)) return coinOf(bySymbol);
  return /^[A-Z]{3}$/.test(asset) ? FIAT + asset : VENUE_ASSET + asset;
}

function finer({ crypto: { asset } }: CoinForecast): bigint {
  return powerOfTen(ledgerScale(asset.id) - asset.decimals);
}

/** The mean of the window; null where nothing is spent from. */
function dailyNeed(
  { spent, windowDays }: Known,
  { place, asset }: Position,
  coin: CoinForecast | undefined,
): bigint | null {
  if (coin) return (coin.delivered * finer(coin)) / BigInt(windowDays);
  if (place !== 'venue') return null;
  const cost = spent.find((one) => one.place === 'venue' && one.asset === FIAT + asset);
  return cost ? cost.units / BigInt(windowDays) : null;
}

/** To a tenth; nothing lasts no time, and is not owed below that. */
function hoursOf(free: bigint, daily: bigint): number {
  return free <= 0n ? 0 : Number((free * BigInt(DAY_HOURS) * 10n) / daily) / 10;
}

function toldAt({ places, catalog }: Known, { place, asset }: Position): Date | null {
  const names = new Set([asset, catalog.cryptos.get(asset)?.asset.id]);
  const read = places.find((one) => one.place === place && (names.has(one.asset) || one.asset.toUpperCase() === asset));
  return read?.observedAt ?? null;
}
