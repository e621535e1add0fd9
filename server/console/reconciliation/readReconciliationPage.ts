import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { formatDecimal } from '@slipway/money/decimal.ts';
import { findUnreversedManualBookings } from '../../ledger/manualBookingStore.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { readMachineClock } from '../../reconciliation/externalAccountStore.ts';
import {
  computeDifferenceGap,
  type DifferenceWithHalts,
  type ExternalBalance,
  readExternalBalances,
} from '../../reconciliation/externalBalances.ts';
import { formatLedgerUnits } from '../../reconciliation/formatUnits.ts';
import { RECONCILE_EVERY_SECONDS } from '../../reconciliation/reconciler.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { describeExternalAccount } from '../figures/describeExternalAccount.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { type DifferenceContext, listDifferenceActions } from './differenceActions.ts';
import { listUnbookedTransactions, readRunState, sumHaltedOrders } from './reconciliationPageStore.ts';
import { listRowActions } from './rowActions.ts';

type Page = ConsoleCallData<'reconciliation'>;

const PAYOUTS = 'payout:';
const MOST_ROWS = 50;
const MOST_FOUND = 20;
/** Limits the hand bookings searched for the cause of a difference. */
const MOST_BOOKINGS = 300;
const CENTS = 2;

/** Returns every external account with both balances, and each difference with its available actions. */
export async function readReconciliationPage(
  { database, settings, persons }: ConsoleContext,
  person: ConsolePerson,
): Promise<Page> {
  const { catalog } = settings();
  const [{ places, differences }, run, now, machineNow, registry, booked] = await Promise.all([
    readExternalBalances(database, catalog),
    readRunState(database),
    database.now(),
    readMachineClock(database),
    persons(database),
    findUnreversedManualBookings(database, MOST_BOOKINGS),
  ]);
  const context = { database, catalog, registry, person, now, machineNow, booked };
  const halted = new Set(differences.filter(({ halts }) => halts.length > 0).map(({ id }) => id));
  return {
    now: now.toISOString(),
    running: run.open !== null,
    nextAt: run.endedAt && new Date(run.endedAt.getTime() + RECONCILE_EVERY_SECONDS * 1_000).toISOString(),
    places: places.map(({ place, begunAt, readAt, failures, failure, lines }) => ({
      place,
      name: describeExternalAccount(catalog, place),
      begunAt: begunAt?.toISOString() ?? null,
      readAt: readAt?.toISOString() ?? null,
      failures,
      failure,
      lines: lines.map((line) => presentBalance(catalog, line, halted)),
    })),
    differences: await Promise.all(differences.map((difference) => presentDifference(context, difference))),
  };
}

function presentBalance(
  catalog: Catalog,
  { asset, ledger, gap, difference }: ExternalBalance,
  halted: ReadonlySet<number>,
): Page['places'][number]['lines'][number] {
  const { symbol } = describeAsset(catalog, asset);
  const format = (units: bigint) => formatLedgerUnits(catalog, asset, units);
  return {
    unit: symbol,
    ledger: format(ledger),
    theirs: format(ledger + gap),
    difference: format(gap),
    state: difference && difference.state !== 'cleared' ? difference.state : 'agrees',
    halted: difference !== undefined && halted.has(difference.id),
    differenceId: difference?.id ?? null,
  };
}

/** Returns a difference with the actions available to this person. */
async function presentDifference(
  context: DifferenceContext,
  difference: DifferenceWithHalts,
): Promise<Page['differences'][number]> {
  const { catalog, database, now } = context;
  const { id, place, asset, state, rows, restUnits, openedAt, pendingUntil, halts, waitsUntil, waitsBy, waitsWhy } =
    difference;
  const format = (units: bigint) => formatLedgerUnits(catalog, asset, units);
  const [waiting, unbooked] = await Promise.all([
    sumHaltedOrders(database, listHaltedAssets(difference)),
    listUnbookedTransactions(database, place, MOST_FOUND),
  ]);
  const shown = rows.slice(0, MOST_ROWS);
  return {
    id,
    place,
    placeName: describeExternalAccount(catalog, place),
    unit: describeAsset(catalog, asset).symbol,
    state: state === 'cleared' ? 'accepted' : state,
    difference: format(computeDifferenceGap(difference)),
    unexplained: format(restUnits),
    openedAt: openedAt.toISOString(),
    pendingUntil: pendingUntil?.toISOString() ?? null,
    haltedSince: halts[0]?.since.toISOString() ?? null,
    halts: halts.map(({ scope }) => scope),
    acceptedBy: difference.acceptedBy,
    acceptedWhy: difference.acceptedWhy,
    rows: shown.map(({ id: row, fault, here, there, overdue, firstSeen }) => ({
      id: row,
      fault,
      here: format(here),
      there: format(there),
      overdue,
      firstSeen: firstSeen.toISOString(),
    })),
    moreRows: rows.length - shown.length,
    foundTransactions: unbooked.map(({ transactionId, orderNos, foundAt, cancels }) => ({
      transactionId,
      orderNos: [...orderNos],
      foundAt: foundAt.toISOString(),
      cancels,
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
    actions: [...(await listRowActions(context, difference)), ...(await listDifferenceActions(context, difference))],
  };
}

function listHaltedAssets({ halts }: DifferenceWithHalts): readonly string[] {
  return halts.flatMap(({ scope }) => (scope.startsWith(PAYOUTS) ? [scope.slice(PAYOUTS.length)] : []));
}
