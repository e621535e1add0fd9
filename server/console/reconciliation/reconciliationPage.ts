import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { formatDecimal } from '@slipway/money/decimal.ts';
import { standingHandBookings } from '../../ledger/handBookingStore.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { exactText } from '../../reconciliation/exactText.ts';
import { machineNow } from '../../reconciliation/placeStore.ts';
import { EVERY_SECONDS } from '../../reconciliation/reconcile.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { placeName } from '../figures/placeName.ts';
import { gapOfDifference, type PlaceLine, placesFigure, type StandingDifference } from '../figures/places.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { differenceWays, type Viewing } from './differenceWays.ts';
import { rowWays } from './rowWays.ts';
import { ordersWaitingFor, runState, unbookedTransactions } from './waitingStore.ts';

type Page = ConsoleCallData<'reconciliation'>;

const PAYOUTS = 'payout:';
const MOST_ROWS = 50;
const MOST_FOUND = 20;
/** Bookings by hand among which those are looked for that may be what makes a difference. */
const MOST_BOOKINGS = 300;
const CENTS = 2;

/** Every place with what it holds by both books, and each difference with what may be done about it. */
export async function reconciliationPage(
  { database, settings, persons }: ConsoleContext,
  person: ConsolePerson,
): Promise<Page> {
  const { catalog } = settings();
  const [{ places, differences }, run, now, machine, known, booked] = await Promise.all([
    placesFigure(database, catalog),
    runState(database),
    database.now(),
    machineNow(database),
    persons(database),
    standingHandBookings(database, MOST_BOOKINGS),
  ]);
  const viewing = { database, catalog, known, person, now, machine, booked };
  const halted = new Set(differences.filter(({ halts }) => halts.length > 0).map(({ id }) => id));
  return {
    now: now.toISOString(),
    running: run.open !== null,
    nextAt: run.endedAt && new Date(run.endedAt.getTime() + EVERY_SECONDS * 1_000).toISOString(),
    places: places.map(({ place, begunAt, readAt, failures, failure, lines }) => ({
      place,
      name: placeName(catalog, place),
      begunAt: begunAt?.toISOString() ?? null,
      readAt: readAt?.toISOString() ?? null,
      failures,
      failure,
      lines: lines.map((line) => shownLine(catalog, line, halted)),
    })),
    differences: await Promise.all(differences.map((difference) => shownDifference(viewing, difference))),
  };
}

function shownLine(
  catalog: Catalog,
  { asset, ledger, gap, difference }: PlaceLine,
  halted: ReadonlySet<number>,
): Page['places'][number]['lines'][number] {
  const { code } = describeAsset(catalog, asset);
  const say = (units: bigint) => exactText(catalog, asset, units);
  return {
    unit: code,
    ledger: say(ledger),
    theirs: say(ledger + gap),
    difference: say(gap),
    state: difference && difference.state !== 'cleared' ? difference.state : 'agrees',
    halted: difference !== undefined && halted.has(difference.id),
    differenceId: difference?.id ?? null,
  };
}

/** As a person sees it, with what they may do about it. */
async function shownDifference(viewing: Viewing, difference: StandingDifference): Promise<Page['differences'][number]> {
  const { catalog, database, now } = viewing;
  const { id, place, asset, state, rows, restUnits, openedAt, pendingUntil, halts, waitsUntil, waitsBy, waitsWhy } =
    difference;
  const say = (units: bigint) => exactText(catalog, asset, units);
  const [waiting, unbooked] = await Promise.all([
    ordersWaitingFor(database, assetsOf(difference)),
    unbookedTransactions(database, place, MOST_FOUND),
  ]);
  const shown = rows.slice(0, MOST_ROWS);
  return {
    id,
    place,
    placeName: placeName(catalog, place),
    unit: describeAsset(catalog, asset).code,
    state: state === 'cleared' ? 'accepted' : state,
    difference: say(gapOfDifference(difference)),
    unexplained: say(restUnits),
    openedAt: openedAt.toISOString(),
    pendingUntil: pendingUntil?.toISOString() ?? null,
    haltedSince: halts[0]?.since.toISOString() ?? null,
    halts: halts.map(({ scope }) => scope),
    acceptedBy: difference.acceptedBy,
    acceptedWhy: difference.acceptedWhy,
    rows: shown.map(({ id: row, fault, here, there, overdue, firstSeen }) => ({
      id: row,
      fault,
      here: say(here),
      there: say(there),
      overdue,
      firstSeen: firstSeen.toISOString(),
    })),
    moreRows: rows.length - shown.length,
    foundTransactions: unbooked.map(({ transactionId, orderNos, foundAt }) => ({
      transactionId,
      orderNos: [...orderNos],
      foundAt: foundAt.toISOString(),
    })),
    waiting: {
      orders: waiting.orders,
      worth: { amount: formatDecimal({ coefficient: waiting.euroCents, scale: CENTS }), unit: 'EUR' },
      until: waiting.until?.toISOString() ?? null,
    },
    booked: difference.bookedIn !== null,
    wait:
      waitsUntil && waitsBy !== null
        ? { until: waitsUntil.toISOString(), by: waitsBy, why: waitsWhy ?? '', over: waitsUntil <= now }
        : null,
    ways: [...(await rowWays(viewing, difference)), ...(await differenceWays(viewing, difference))],
  };
}

function assetsOf({ halts }: StandingDifference): readonly string[] {
  return halts.flatMap(({ scope }) => (scope.startsWith(PAYOUTS) ? [scope.slice(PAYOUTS.length)] : []));
}
