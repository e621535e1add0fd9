import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { formatDecimal } from '@slipway/money/decimal.ts';
import { bookableAs } from '../../operator/clerk/book.ts';
import type { Persons } from '../../platform/persons/readPersons.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { EVERY_SECONDS } from '../../reconciliation/reconcile.ts';
import { offerAct } from '../acts/offerAct.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { exactText } from '../figures/exactText.ts';
import { placeName } from '../figures/placeName.ts';
import { gapOfDifference, type PlaceLine, placesFigure, type StandingDifference } from '../figures/places.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { ordersWaitingFor, runState, type WaitingOrders } from './waitingStore.ts';

type Page = ConsoleCallData<'reconciliation'>;

const PAYOUTS = 'payout:';
const MOST_ROWS = 50;
const CENTS = 2;

/** Every place with what it holds by both books, and each difference with what may be done about it. */
export async function reconciliationPage(
  { database, settings, persons }: ConsoleContext,
  person: ConsolePerson,
): Promise<Page> {
  const { catalog } = settings();
  const [{ places, differences }, run, now, known] = await Promise.all([
    placesFigure(database, catalog),
    runState(database),
    database.now(),
    persons(database),
  ]);
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
    differences: await Promise.all(
      differences.map(async (difference) =>
        shownDifference({ catalog, known, person }, difference, await ordersWaitingFor(database, assetsOf(difference))),
      ),
    ),
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

type Viewing = {
  readonly catalog: Catalog;
  readonly known: Pick<Persons, 'enrolled'>;
  readonly person: ConsolePerson;
};

function shownDifference(
  viewing: Viewing,
  difference: StandingDifference,
  waiting: WaitingOrders,
): Page['differences'][number] {
  const { id, place, asset, state, rows, restUnits, openedAt, pendingUntil, halts } = difference;
  const { code } = describeAsset(viewing.catalog, asset);
  const say = (units: bigint) => exactText(viewing.catalog, asset, units);
  const shown = rows.slice(0, MOST_ROWS);
  return {
    id,
    place,
    placeName: placeName(viewing.catalog, place),
    unit: code,
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
    waiting: {
      orders: waiting.orders,
      worth: { amount: formatDecimal({ coefficient: waiting.euroCents, scale: CENTS }), unit: 'EUR' },
      until: waiting.until?.toISOString() ?? null,
    },
    ways: waysOf(viewing, difference, code),
    bookableAs: isBookable(difference) ? [...bookableAs] : [],
  };
}

/** Rows of a bank, an acquirer or a venue that the ledger has not are bookings that a person can name. */
function isBookable({ place, rows }: StandingDifference): boolean {
  return !place.startsWith('chain:') && rows.some(({ fault }) => fault === 'missing_here');
}

function waysOf(
  { known, person }: Viewing,
  difference: StandingDifference,
  code: string,
): Page['differences'][number]['ways'] {
  const { id, state, units, halts } = difference;
  const accept = offerAct(known, person, {
    action: 'accept-difference',
    subject: String(id),
    input: { units: units.toString() },
    label: 'Accept the difference',
    effect:
      halts.length > 0
        ? `Books nothing. What ${code} has stopped goes on while the difference stays what it is; another amount or another row stops it again.`
        : 'Books nothing, and nobody is told again while the difference stays what it is.',
    takesTwo: true,
    against:
      state === 'pending'
        ? 'Its rows have their time still: nothing is to be accepted yet.'
        : state === 'accepted'
          ? 'It is accepted.'
          : undefined,
  });
  if (!isBookable(difference)) return [accept];
  const bookings = difference.rows
    .filter(({ fault }) => fault === 'missing_here')
    .slice(0, MOST_ROWS)
    .map((row) =>
      offerAct(known, person, {
        action: 'book',
        subject: row.id,
        input: { as: '', of: '' },
        label: 'Book it',
        effect: 'The ledger has it too then, as what you say that it is, and the difference is less by it.',
        takesTwo: false,
      }),
    );
  return [...bookings, accept];
}

function assetsOf({ halts }: StandingDifference): readonly string[] {
  return halts.flatMap(({ scope }) => (scope.startsWith(PAYOUTS) ? [scope.slice(PAYOUTS.length)] : []));
}
