import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { divideRounded, formatDecimal } from '@slipway/money/decimal.ts';
import type { OperatorRequest } from '../../action/requests/requestStore.ts';
import { readNotBefore } from '../../configuration/rowChange.ts';
import { findScheduledRequests } from '../../operator/requests/openRequestStore.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { formatCoinName } from '../../purchase/catalog/formatCoinName.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { formatLedgerUnits } from '../../reconciliation/formatUnits.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { formatLedgerEuros } from '../figures/euroValue.ts';
import { computeOpenOrderMoney, type OpenOrderMoney } from '../figures/openOrderMoney.ts';
import { presentEuroSum } from '../figures/presentEuroSum.ts';
import { computeTodayFigures, type TodayFigures } from '../figures/todayFigures.ts';
import { computeTreasuryFigures, type TreasuryFigures } from '../figures/treasuryFigures.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { readHealth } from './health.ts';
import { type QueueItem, readQueue } from './queue.ts';

type Page = ConsoleCallData<'today'>;

/** Limits the queue's items on the page. */
const MOST_SHOWN = 200;
const PERCENT_SCALE = 2;

export async function readTodayPage(
  { database, settings }: ConsoleContext,
  { assignee }: ConsoleCallInput<'today'>,
  person: ConsolePerson,
): Promise<Page> {
  const { catalog } = settings();
  const now = await database.now();
  const [{ items, waiting }, treasury, health] = await Promise.all([
    readQueue(database, settings()),
    computeTreasuryFigures(database),
    readHealth(database, catalog, now),
  ]);
  const [openMoney, day, timed] = await Promise.all([
    computeOpenOrderMoney(database, treasury.pricing),
    computeTodayFigures(database, treasury.pricing, now),
    findScheduledRequests(database, MOST_SHOWN),
  ]);
  const mine = items.filter(({ holder }) => holder === person.name);
  const unassigned = items.filter(({ holder }) => holder === null);
  const selectedItems = { all: items, mine, unassigned }[assignee];
  const [next] = waiting;
  return {
    now: now.toISOString(),
    needs: { all: items.length, mine: mine.length, unassigned: unassigned.length },
    late: items.filter((item) => isLate(item, now)).length,
    nearest: findNearestDeadline(items, now),
    nextClock: next?.until.toISOString() ?? null,
    queue: selectedItems.slice(0, MOST_SHOWN),
    timed: timed.map(presentTimedRequest),
    cutOff: selectedItems.length > MOST_SHOWN,
    motion: presentOpenOrderMoney(catalog, openMoney),
    day: presentTodayFigures(catalog, day),
    health: [...health],
    reserves: presentReserves(catalog, treasury),
    reservesDays: treasury.windowDays,
  };
}

function isLate({ clock }: QueueItem, now: Date): boolean {
  return clock.until !== null && Date.parse(clock.until) <= now.getTime();
}

/** Returns the next deadline that has not passed. */
function findNearestDeadline(items: readonly QueueItem[], now: Date): Page['nearest'] {
  const ahead = items.filter((item) => item.clock.until !== null && !isLate(item, now)).map(({ clock }) => clock);
  return ahead.toSorted((a, b) => Date.parse(a.until ?? '') - Date.parse(b.until ?? ''))[0] ?? null;
}

function presentTimedRequest(request: OperatorRequest): Page['timed'][number] {
  const { id, action, subject, who, approvedBy, createdAt } = request;
  const notBefore = (readNotBefore(request) ?? createdAt).toISOString();
  return { id, action, subject, notBefore, requestedBy: who, answeredBy: approvedBy };
}

function presentOpenOrderMoney(catalog: Catalog, { worth, orders, stages, unplaced }: OpenOrderMoney): Page['motion'] {
  return {
    total: presentEuroSum(catalog, worth),
    orders,
    stages: stages.map((stage) => ({
      stage: stage.stage,
      orders: stage.orders,
      worth: presentEuroSum(catalog, stage.worth),
      oldest: stage.oldest?.toISOString() ?? null,
      halted: stage.halted,
      withoutAccount: stage.withoutAccount,
    })),
    unplaced: unplaced.map(({ asset, units }) => {
      const { name } = describeAsset(catalog, asset);
      return { amount: formatLedgerUnits(catalog, asset, units), unit: name };
    }),
  };
}

function presentTodayFigures(catalog: Catalog, day: TodayFigures): Page['day'] {
  return {
    orders: day.orders,
    delivered: presentEuroSum(catalog, day.delivered),
    usualByNow: day.usualByNow === null ? null : { amount: formatLedgerEuros(day.usualByNow), unit: 'EUR' },
    hours: day.hours.map(({ hour, delivered, usual }) => ({
      hour,
      delivered: formatLedgerEuros(delivered),
      usual: formatLedgerEuros(usual),
    })),
    taken: presentEuroSum(catalog, day.taken),
    costs: presentEuroSum(catalog, day.costs),
    left: presentEuroSum(catalog, day.margin),
    leftPercent: formatPercent(day.margin.units, day.delivered.units),
  };
}

/** Returns a percentage with two decimals, rounded towards zero; null if nothing was delivered. */
function formatPercent(part: bigint, whole: bigint): string | null {
  if (whole <= 0n) return null;
  const size = divideRounded((part < 0n ? -part : part) * 10_000n, whole, 'down');
  const text = formatDecimal({ coefficient: size, scale: PERCENT_SCALE });
  return part < 0n && size > 0n ? `-${text}` : text;
}

/** Returns the balances that deliveries and purchases use, the shortest-lasting first. */
function presentReserves(catalog: Catalog, { places }: TreasuryFigures): Page['reserves'] {
  return places
    .filter(({ coin, neededDaily }) => coin !== undefined || neededDaily !== null)
    .toSorted((a, b) => (a.lastsHours ?? Number.POSITIVE_INFINITY) - (b.lastsHours ?? Number.POSITIVE_INFINITY))
    .map(({ name, place, asset, free, lastsHours, halted, coin }) => {
      return {
        name: place === 'venue' ? `${name} at the exchange` : coin ? formatCoinName(catalog, coin.crypto) : name,
        free: {
          amount: formatLedgerUnits(catalog, asset, free),
          unit: coin ? formatCoinName(catalog, coin.crypto) : name,
        },
        lastsHours,
        halted,
      };
    });
}
