import { powerOfTen } from '@slipway/money/decimal.ts';
import { listHalts } from '../../ledger/haltStore.ts';
import { ledgerScale, VENUE_ASSET_PREFIX } from '../../ledger/posting.ts';
import { readForecastInput } from '../../operator/commandLine/readForecastInput.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { buildVenueCoinId } from '../../reconciliation/describeAsset.ts';
import { FIAT_PREFIX } from '../../reconciliation/fiat.ts';
import {
  type CoinForecast,
  type ForecastInput,
  forecastCoins,
  listPositions,
  type Position,
} from '../../treasury/forecast/forecast.ts';
import { computeEuroValue, type EuroSum, type Holding, type Pricing, sumInEuro } from './euroValue.ts';

const DAY_HOURS = 24;

/** The operator's balance of one asset in one external account, in the ledger's scale. */
export type TreasuryBalance = {
  readonly place: string;
  /** The forecast's name for the asset: `BTC` at the exchange, `USDC_BASE` in a wallet. */
  readonly name: string;
  readonly asset: string;
  readonly balance: bigint;
  /** The balance that the external account has reported, and when; null if it has reported none. */
  readonly reported: bigint | null;
  readonly receivedAt: Date | null;
  /** Null if nothing is reserved. */
  readonly reserved: bigint | null;
  /** Balance less reservations; negative if more is reserved than there is. */
  readonly free: bigint;
  /** Mean use per day; null if the forecast does not measure it. */
  readonly neededDaily: bigint | null;
  readonly lastsHours: number | null;
  readonly worth: bigint | undefined;
  readonly halted: boolean;
  readonly coin: CoinForecast | undefined;
};

export type TreasuryFigures = {
  readonly pricing: Pricing;
  readonly windowDays: number;
  readonly places: readonly TreasuryBalance[];
  readonly assets: EuroSum;
  readonly liabilities: EuroSum;
  readonly ownFunds: EuroSum;
  readonly liabilitiesByAccount: readonly { readonly account: string; readonly worth: EuroSum }[];
};

/**
 * Returns the operator's money: where it is by the ledger, what is owed from it, and how long it lasts at the mean use of
 * the forecast's window.
 */
export async function computeTreasuryFigures(database: Queryable): Promise<TreasuryFigures> {
  const [forecastInput, halts] = await Promise.all([readForecastInput(database), listHalts(database)]);
  const pricing: Pricing = forecastInput;
  const coins = forecastCoins(forecastInput);
  const halted = new Set(halts.map(({ scope }) => scope as string));
  const places = listPositions(forecastInput).map((position) =>
    buildTreasuryBalance(forecastInput, coins, position, halted),
  );
  const liabilities = forecastInput.balances.filter(({ account }) => account.startsWith('liability:'));
  const toOwedHoldings = (lines: readonly (typeof liabilities)[number][]): readonly Holding[] =>
    lines.map(({ asset, units }) => ({ asset, units: -units }));
  const holdings = places.map(({ asset, balance }) => ({ asset, units: balance }));
  return {
    pricing,
    windowDays: forecastInput.windowDays,
    places,
    assets: sumInEuro(pricing, holdings),
    liabilities: sumInEuro(pricing, toOwedHoldings(liabilities)),
    ownFunds: sumInEuro(pricing, [...holdings, ...liabilities]),
    liabilitiesByAccount: [...Map.groupBy(liabilities, ({ account }) => account)].map(([account, lines]) => ({
      account,
      worth: sumInEuro(pricing, toOwedHoldings(lines)),
    })),
  };
}

function buildTreasuryBalance(
  forecastInput: ForecastInput,
  coins: readonly CoinForecast[],
  position: Position,
  halted: ReadonlySet<string>,
): TreasuryBalance {
  const { place, asset: name, ledger, opening, reported } = position;
  const coin = place === 'wallet' ? coins.find(({ crypto }) => crypto.id === name) : undefined;
  const asset = findAssetId(forecastInput, position);
  const balance = ledger + opening;
  const reserved = coin ? coin.reserved * computeLedgerFactor(coin) : null;
  const free = balance - (reserved ?? 0n);
  const neededDaily = computeDailyNeed(forecastInput, position, coin);
  return {
    place,
    name,
    asset,
    balance,
    reported,
    receivedAt: findReportedAt(forecastInput, position),
    reserved,
    free,
    neededDaily,
    lastsHours: neededDaily === null || neededDaily <= 0n ? null : computeHours(free, neededDaily),
    worth: computeEuroValue(forecastInput, { asset, units: balance }),
    halted: coin !== undefined && halted.has(`payout:${coin.crypto.asset.id}`),
    coin,
  };
}

/** Returns the ledger's asset id, or for a coin at the exchange the id used by reconciliation. */
function findAssetId({ catalog }: ForecastInput, { place, asset, scale }: Position): string {
  const byId = catalog.cryptos.get(asset);
  if (byId && place !== 'venue') return byId.asset.id;
  const bySymbol = [...catalog.cryptos.values()].find(({ symbol }) => symbol.toUpperCase() === asset);
  if (bySymbol && scale === ledgerScale(bySymbol.asset.id)) return buildVenueCoinId(bySymbol);
  return /^[A-Z]{3}$/.test(asset) ? FIAT_PREFIX + asset : VENUE_ASSET_PREFIX + asset;
}

function computeLedgerFactor({ crypto: { asset } }: CoinForecast): bigint {
  return powerOfTen(ledgerScale(asset.id) - asset.decimals);
}

/** Returns the mean daily use over the forecast's window; null for an asset that the forecast does not measure. */
function computeDailyNeed(
  { spent, windowDays }: ForecastInput,
  { place, asset }: Position,
  coin: CoinForecast | undefined,
): bigint | null {
  if (coin) return (coin.delivered * computeLedgerFactor(coin)) / BigInt(windowDays);
  if (place !== 'venue') return null;
  const cost = spent.find((one) => one.place === 'venue' && one.asset === FIAT_PREFIX + asset);
  return cost ? cost.units / BigInt(windowDays) : null;
}

/** Returns hours rounded down to a tenth; zero if nothing is free. */
function computeHours(free: bigint, daily: bigint): number {
  return free <= 0n ? 0 : Number((free * BigInt(DAY_HOURS) * 10n) / daily) / 10;
}

function findReportedAt({ places, catalog }: ForecastInput, { place, asset }: Position): Date | null {
  const names = new Set([asset, catalog.cryptos.get(asset)?.asset.id]);
  const read = places.find((one) => one.place === place && (names.has(one.asset) || one.asset.toUpperCase() === asset));
  return read?.observedAt ?? null;
}
