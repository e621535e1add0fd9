import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { createAmount } from '@slipway/money/amount.ts';
import { findOpenRequests } from '../../action/requests/requestStore.ts';
import { formatExactAmount } from '../../ledger/formatExactAmount.ts';
import { type ActionName, isActionName } from '../../operator/actions.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { formatCoinName } from '../../purchase/catalog/formatCoinName.ts';
import { formatLedgerUnits } from '../../reconciliation/formatUnits.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { formatLedgerEuros } from '../figures/euroValue.ts';
import { presentEuroSum } from '../figures/presentEuroSum.ts';
import { computeTreasuryFigures, type TreasuryBalance, type TreasuryFigures } from '../figures/treasuryFigures.ts';
import { readHourlyMovements } from '../figures/treasuryStore.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { loadRequestViewContext, presentRequest } from '../requests/presentRequest.ts';
import { presentTransferRow } from './readTransferPage.ts';
import { readSignerSection } from './signerReport.ts';
import { listNewestTransfers } from './transferStore.ts';

type Page = ConsoleCallData<'treasury'>;

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_TRANSFERS = 20;
const MEAN_DIGITS = 8;
/** A later shortage is not forecast: the mean of a few days does not predict that far. */
const MOST_AHEAD_HOURS = 30 * 24;

/** Actions that move the operator's money, or allow a destination for it. */
const TREASURY_ACTIONS: readonly ActionName[] = [
  'withdraw',
  'allow-address',
  'top-up',
  'swap',
  'accept-difference',
  'book-difference',
  'reverse-booking',
];

/** Returns whether a request is about the operator's money. */
export function isTreasuryRequest({ action }: { readonly action: string }): boolean {
  return isActionName(action) && TREASURY_ACTIONS.includes(action);
}

export async function readTreasuryPage(context: ConsoleContext, person: ConsolePerson): Promise<Page> {
  const { database, settings } = context;
  const now = await database.now();
  const [figure, transfers, requests, viewed] = await Promise.all([
    computeTreasuryFigures(database),
    listNewestTransfers(database, MAX_TRANSFERS),
    findOpenRequests(database),
    loadRequestViewContext(context, person),
  ]);
  const { catalog } = settings();
  return {
    now: now.toISOString(),
    assets: presentEuroSum(catalog, figure.assets),
    liabilities: presentEuroSum(catalog, figure.liabilities),
    equity: presentEuroSum(catalog, figure.ownFunds),
    liabilitiesByAccount: figure.liabilitiesByAccount.map(({ account, worth }) => ({
      account,
      worth: presentEuroSum(catalog, worth),
    })),
    places: figure.places.map((place) => presentTreasuryBalance(catalog, place)),
    windowDays: figure.windowDays,
    forecast: await buildForecast(database, catalog, figure, now),
    transfers: transfers.map((transfer) => presentTransferRow(catalog, transfer)),
    requests: requests
      .filter((request) => request.status === 'waiting' && isTreasuryRequest(request))
      .map((request) => presentRequest(request, viewed)),
    signer: await readSignerSection(database, catalog, { viewed, person, now }),
  };
}

function presentTreasuryBalance(catalog: Catalog, place: TreasuryBalance): Page['places'][number] {
  const { asset, balance, reported, receivedAt, reserved, free, neededDaily, worth } = place;
  const format = (units: bigint) => formatLedgerUnits(catalog, asset, units);
  const coinName = place.coin ? formatCoinName(catalog, place.coin.crypto) : place.name;
  return {
    place: place.place,
    name: coinName,
    unit: coinName,
    balance: format(balance),
    reported: reported === null ? null : format(reported),
    reportedAt: receivedAt?.toISOString() ?? null,
    reserved: reserved === null ? null : format(reserved),
    free: format(free),
    neededDaily: neededDaily === null ? null : formatMean(catalog, asset, neededDaily),
    lastsHours: place.lastsHours,
    worth: worth === undefined ? null : { amount: formatLedgerEuros(worth), unit: 'EUR' },
    halted: place.halted,
  };
}

/** Formats a mean, truncated to eight decimals. */
function formatMean(catalog: Catalog, asset: string, units: bigint): string {
  const [whole = '0', fraction = ''] = formatLedgerUnits(catalog, asset, units).split('.');
  return fraction === '' ? whole : `${whole}.${fraction.slice(0, MEAN_DIGITS)}`;
}

/** Returns the past and forecast balance of the coin that lasts shortest; null if no coin is used. */
async function buildForecast(
  database: Queryable,
  catalog: Catalog,
  { places }: TreasuryFigures,
  now: Date,
): Promise<Page['forecast']> {
  const [shortest] = places
    .filter(({ coin, lastsHours }) => coin && lastsHours !== null)
    .toSorted((a, b) => (a.lastsHours ?? 0) - (b.lastsHours ?? 0));
  if (!shortest?.coin) return null;
  const { coin, asset, balance, reserved, neededDaily, lastsHours } = shortest;
  const formatRounded = (units: bigint) => formatMean(catalog, asset, units);
  const movements = await readHourlyMovements(database, coin.crypto.asset.id, new Date(now.getTime() - DAY_MS));
  const coinName = formatCoinName(catalog, coin.crypto);
  const sum = (units: bigint) => ({
    amount: formatExactAmount(createAmount(coin.crypto.asset, units)),
    unit: coinName,
  });
  return {
    name: coinName,
    unit: coinName,
    past: rebuildHourlyBalances(movements, balance, now).map(({ at, units }) => ({
      at: at.toISOString(),
      amount: formatRounded(units),
    })),
    now: formatRounded(balance),
    reserved: formatRounded(reserved ?? 0n),
    perHour: formatRounded((neededDaily ?? 0n) / 24n),
    shortAt:
      lastsHours === null || lastsHours > MOST_AHEAD_HOURS
        ? null
        : new Date(now.getTime() + lastsHours * HOUR_MS).toISOString(),
    refill: coin.incoming === 0n ? null : sum(coin.incoming),
    move: coin.withdraw === 0n ? null : { crypto: coin.crypto.id, ...sum(coin.withdraw) },
    buy: coin.buy === 0n ? null : sum(coin.buy),
  };
}

/**
 * Returns the balance of a day ago and at the end of each hour with movements since then, oldest first, computed back from
 * the current balance.
 */
function rebuildHourlyBalances(
  movements: readonly { readonly hour: Date; readonly units: bigint }[],
  balance: bigint,
  now: Date,
): readonly { readonly at: Date; readonly units: bigint }[] {
  const points: { at: Date; units: bigint }[] = [];
  let units = balance;
  for (const hour of movements.toReversed()) {
    const ended = new Date(Math.min(hour.hour.getTime() + HOUR_MS, now.getTime()));
    points.unshift({ at: ended, units });
    units -= hour.units;
  }
  return [{ at: new Date(now.getTime() - DAY_MS), units }, ...points];
}
