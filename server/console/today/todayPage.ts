import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { divideRounded, formatDecimal } from '@slipway/money/decimal.ts';
import { timeOf } from '../../configuration/rowChange.ts';
import { timedRequests } from '../../operator/openRequestStore.ts';
import type { OperatorRequest } from '../../operator/requestStore.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { exactText } from '../../reconciliation/exactText.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { type DayFigure, dayFigure } from '../figures/day.ts';
import { euroText } from '../figures/euroWorth.ts';
import { type Motion, motionFigure } from '../figures/motion.ts';
import { shownEuro } from '../figures/shownEuro.ts';
import { type TreasuryFigure, treasuryFigure } from '../figures/treasury.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { readHealth } from './health.ts';
import { readQueue } from './queue.ts';

type Page = ConsoleCallData<'today'>;

/** Of the queue, on one page. */
const MOST_SHOWN = 200;
const PERCENT_SCALE = 2;

export async function todayPage(
  { database, settings }: ConsoleContext,
  { whose }: ConsoleCallInput<'today'>,
  person: ConsolePerson,
): Promise<Page> {
  const { catalog } = settings();
  const now = await database.now();
  const [{ items, waiting }, treasury, health] = await Promise.all([
    readQueue(database, settings()),
    treasuryFigure(database),
    readHealth(database, catalog, now),
  ]);
  const [motion, day, timed] = await Promise.all([
    motionFigure(database, treasury.pricing),
    dayFigure(database, treasury.pricing, now),
    timedRequests(database, MOST_SHOWN),
  ]);
  const mine = items.filter(({ holder }) => holder === person.name);
  const nobodys = items.filter(({ holder }) => holder === null);
  const asked = { all: items, mine, nobodys }[whose];
  const [next] = waiting;
  return {
    now: now.toISOString(),
    needs: { all: items.length, mine: mine.length, nobodys: nobodys.length },
    nearest: items.find(({ clock }) => clock.until !== null)?.clock ?? null,
    nextClock: next?.until.toISOString() ?? null,
    queue: asked.slice(0, MOST_SHOWN),
    timed: timed.map(shownTimed),
    cutOff: asked.length > MOST_SHOWN,
    motion: shownMotion(catalog, motion),
    day: shownDay(catalog, day),
    health: [...health],
    reserves: shownReserves(catalog, treasury),
    reservesDays: treasury.windowDays,
  };
}

function shownTimed(request: OperatorRequest): Page['timed'][number] {
  const { id, action, subject, who, approvedBy, createdAt } = request;
  const notBefore = (timeOf(request) ?? createdAt).toISOString();
  return { id, action, subject, notBefore, askedBy: who, answeredBy: approvedBy };
}

function shownMotion(catalog: Catalog, { worth, orders, stages, unplaced }: Motion): Page['motion'] {
  return {
    total: shownEuro(catalog, worth),
    orders,
    stages: stages.map((stage) => ({
      stage: stage.stage,
      orders: stage.orders,
      worth: shownEuro(catalog, stage.worth),
      oldest: stage.oldest?.toISOString() ?? null,
      halted: stage.halted,
      withoutAccount: stage.withoutAccount,
    })),
    unplaced: unplaced.map(({ asset, units }) => {
      const { code } = describeAsset(catalog, asset);
      return { amount: exactText(catalog, asset, units), unit: code };
    }),
  };
}

function shownDay(catalog: Catalog, day: DayFigure): Page['day'] {
  return {
    orders: day.orders,
    delivered: shownEuro(catalog, day.delivered),
    usualByNow: day.usualByNow === null ? null : { amount: euroText(day.usualByNow), unit: 'EUR' },
    hours: day.hours.map(({ hour, delivered, usual }) => ({
      hour,
      delivered: euroText(delivered),
      usual: euroText(usual),
    })),
    taken: shownEuro(catalog, day.taken),
    costs: shownEuro(catalog, day.costs),
    left: shownEuro(catalog, day.left),
    leftPercent: percentOf(day.left.units, day.delivered.units),
  };
}

/** With two digits, towards zero; null where nothing was delivered. */
function percentOf(part: bigint, whole: bigint): string | null {
  if (whole <= 0n) return null;
  const size = divideRounded((part < 0n ? -part : part) * 10_000n, whole, 'down');
  const text = formatDecimal({ coefficient: size, scale: PERCENT_SCALE });
  return part < 0n && size > 0n ? `-${text}` : text;
}

/** What is delivered from, and what coins are paid with; what lasts shortest first. */
function shownReserves(catalog: Catalog, { places }: TreasuryFigure): Page['reserves'] {
  return places
    .filter(({ coin, neededDaily }) => coin !== undefined || neededDaily !== null)
    .toSorted((a, b) => (a.lastsHours ?? Number.POSITIVE_INFINITY) - (b.lastsHours ?? Number.POSITIVE_INFINITY))
    .map(({ name, place, asset, free, lastsHours, halted, coin }) => {
      return {
        name: place === 'venue' ? `${name} at the venue` : name,
        free: { amount: exactText(catalog, asset, free), unit: coin?.crypto.symbol ?? name },
        lastsHours,
        halted,
      };
    });
}
