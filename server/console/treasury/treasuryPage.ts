import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { amountOf } from '@slipway/money/amount.ts';
import { exactAmount } from '../../ledger/exactAmount.ts';
import type { RequestAction } from '../../operator/requestActions.ts';
import { openRequests } from '../../operator/requestStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { exactText } from '../../reconciliation/exactText.ts';
import { shownRequest, viewing } from '../acts/shownRequest.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { euroText } from '../figures/euroWorth.ts';
import { shownEuro } from '../figures/shownEuro.ts';
import { type PlaceHolding, type TreasuryFigure, treasuryFigure } from '../figures/treasury.ts';
import { movedByHour } from '../figures/treasuryStore.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { transferRow } from './shownTransfer.ts';
import { shownSigner } from './signer.ts';
import { newestTransfers, unitsComing } from './transferStore.ts';

type Page = ConsoleCallData<'treasury'>;

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const TRANSFERS = 20;
const MEAN_DIGITS = 8;
/** Further ahead a pace of days says nothing. */
const MOST_AHEAD_HOURS = 30 * 24;

/** What moves our own money, or says where it may go. */
const TREASURY_ACTIONS: readonly RequestAction[] = [
  'withdraw',
  'allow-address',
  'top-up',
  'swap',
  'accept-difference',
  'book-difference',
  'reverse-booking',
];

/** Whether a request is about our own money. */
export function isOfTreasury({ action }: { readonly action: RequestAction }): boolean {
  return TREASURY_ACTIONS.includes(action);
}

export async function treasuryPage(context: ConsoleContext, person: ConsolePerson): Promise<Page> {
  const { database, settings } = context;
  const now = await database.now();
  const [figure, transfers, coming, requests, viewed] = await Promise.all([
    treasuryFigure(database),
    newestTransfers(database, TRANSFERS),
    unitsComing(database),
    openRequests(database),
    viewing(context, person),
  ]);
  const { catalog } = settings();
  return {
    now: now.toISOString(),
    have: shownEuro(catalog, figure.have),
    owe: shownEuro(catalog, figure.owe),
    ours: shownEuro(catalog, figure.ours),
    owed: figure.owed.map(({ account, worth }) => ({ account, worth: shownEuro(catalog, worth) })),
    places: figure.places.map((place) => shownPlace(catalog, place)),
    windowDays: figure.windowDays,
    forecast: await forecastOf(database, catalog, figure, coming, now),
    transfers: transfers.map((transfer) => transferRow(catalog, transfer)),
    requests: requests
      .filter((request) => request.status === 'waiting' && isOfTreasury(request))
      .map((request) => shownRequest(request, viewed)),
    signer: await shownSigner(database, catalog, { viewed, person, now }),
  };
}

function shownPlace(catalog: Catalog, place: PlaceHolding): Page['places'][number] {
  const { asset, balance, told, toldAt, reserved, free, neededDaily, worth } = place;
  const say = (units: bigint) => exactText(catalog, asset, units);
  return {
    place: place.place,
    name: place.name,
    unit: place.coin?.crypto.symbol ?? place.name,
    balance: say(balance),
    told: told === null ? null : say(told),
    toldAt: toldAt?.toISOString() ?? null,
    reserved: reserved === null ? null : say(reserved),
    free: say(free),
    neededDaily: neededDaily === null ? null : rounded(catalog, asset, neededDaily),
    lastsHours: place.lastsHours,
    worth: worth === undefined ? null : { amount: euroText(worth), unit: 'EUR' },
    halted: place.halted,
  };
}

/** A mean has digits without end: eight are enough of it. */
function rounded(catalog: Catalog, asset: string, units: bigint): string {
  const [whole = '0', fraction = ''] = exactText(catalog, asset, units).split('.');
  return fraction === '' ? whole : `${whole}.${fraction.slice(0, MEAN_DIGITS)}`;
}

/** Of the coin that lasts shortest: how it went, and how it goes on. */
async function forecastOf(
  database: Queryable,
  catalog: Catalog,
  { places }: TreasuryFigure,
  comingOf: ReadonlyMap<string, bigint>,
  now: Date,
): Promise<Page['forecast']> {
  const [shortest] = places
    .filter(({ coin, lastsHours }) => coin && lastsHours !== null)
    .toSorted((a, b) => (a.lastsHours ?? 0) - (b.lastsHours ?? 0));
  if (!shortest?.coin) return null;
  const { coin, asset, balance, reserved, neededDaily, lastsHours } = shortest;
  const say = (units: bigint) => rounded(catalog, asset, units);
  const moved = await movedByHour(database, coin.crypto.asset.id, new Date(now.getTime() - DAY_MS));
  const coming = comingOf.get(coin.crypto.id) ?? 0n;
  const sum = (units: bigint) => ({
    amount: exactAmount(amountOf(coin.crypto.asset, units)),
    unit: coin.crypto.symbol,
  });
  // What is on its way is not asked for twice.
  const short = coin.withdraw > coming ? coin.withdraw - coming : 0n;
  return {
    name: shortest.name,
    unit: coin.crypto.symbol,
    past: pastOf(moved, balance, now).map(({ at, units }) => ({ at: at.toISOString(), amount: say(units) })),
    now: say(balance),
    reserved: say(reserved ?? 0n),
    perHour: say((neededDaily ?? 0n) / 24n),
    shortAt:
      lastsHours === null || lastsHours > MOST_AHEAD_HOURS
        ? null
        : new Date(now.getTime() + lastsHours * HOUR_MS).toISOString(),
    refill: coming === 0n ? null : sum(coming),
    move: short === 0n ? null : { crypto: coin.crypto.id, ...sum(short) },
    buy: coin.buy === 0n ? null : sum(coin.buy),
  };
}

/** What there was at the end of each hour, from what there is now and what moved since; the oldest first. */
function pastOf(
  moved: readonly { readonly hour: Date; readonly units: bigint }[],
  balance: bigint,
  now: Date,
): readonly { readonly at: Date; readonly units: bigint }[] {
  const points: { at: Date; units: bigint }[] = [];
  let units = balance;
  for (const hour of moved.toReversed()) {
    const ended = new Date(Math.min(hour.hour.getTime() + HOUR_MS, now.getTime()));
    points.unshift({ at: ended, units });
    units -= hour.units;
  }
  return [{ at: new Date(now.getTime() - DAY_MS), units }, ...points];
}
