import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { createAmount, formatAmount } from '@slipway/money/amount.ts';
import { formatDecimal } from '@slipway/money/decimal.ts';
import { findOpenRequests } from '../../action/requests/requestStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { formatCoinName } from '../../purchase/catalog/formatCoinName.ts';
import { findActiveStopsAfter, type SignerStop } from '../../signer/actions/activeStops.ts';
import { readLease } from '../../signer/lead/leaseStore.ts';
import { listSignerReports, MISSING_AFTER_MS, type StoredSignerReport } from '../../signer/lead/signerReportStore.ts';
import type { SignerStatus } from '../../signer/status/signerStatus.ts';
import { readSignerStatus, type StoredSignerStatus } from '../../signer/status/signerStatusStore.ts';
import { sumSignedPayouts } from '../figures/treasuryStore.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { presentRequest, type RequestViewContext } from '../requests/presentRequest.ts';
import { buildStartAction, buildStopAction, isAboutSigner } from './signerActions.ts';

type Shown = ConsoleCallData<'treasury'>['signer'];

const DAY_MS = 24 * 60 * 60_000;
/** A signer without a report for this long is silent; it reports twice a minute. */
const SILENT_MS = 2 * 60_000;
const CENTS = 2;

/** The signer's state, from its reports and from later requests. */
export type SignerReport = {
  readonly state: Shown['state'];
  readonly status: StoredSignerStatus | undefined;
  readonly stops: readonly ActiveStop[];
};

type ActiveStop = Omit<SignerStop, 'statement' | 'who'> & Pick<SignerStatus['stops'][number], 'who' | 'statement'>;

export async function readSignerReport(database: Queryable, now: Date): Promise<SignerReport> {
  const status = await readSignerStatus(database);
  const stopFiles = (status?.report.stops ?? []).filter(({ who }) => who === null);
  const stops: readonly ActiveStop[] = [
    ...stopFiles.map((file) => ({ ...file, since: new Date(file.since), isSeen: true })),
    ...(await findActiveStopsAfter(database, status)),
  ];
  return { state: deriveState(status, stops, now), status, stops };
}

/**
 * Returns the state of the signer. A stopped signer stays stopped while it does not report: silence does not end a
 * stop.
 */
function deriveState(status: StoredSignerStatus | undefined, stops: readonly ActiveStop[], now: Date): Shown['state'] {
  if (stops.length > 0) return 'stopped';
  if (!status) return 'unknown';
  return now.getTime() - status.writtenAt.getTime() > SILENT_MS ? 'silent' : 'signs';
}

/** Returns the signer's state with the actions available to this person. */
export async function readSignerSection(
  database: Queryable,
  catalog: Catalog,
  { viewed, person, now }: { readonly viewed: RequestViewContext; readonly person: ConsolePerson; readonly now: Date },
): Promise<Shown> {
  const [{ state, status, stops }, signers, day, requests] = await Promise.all([
    readSignerReport(database, now),
    listSigners(database),
    sumSignedPayouts(database, new Date(now.getTime() - DAY_MS)),
    findOpenRequests(database),
  ]);
  const waiting = requests.filter((request) => request.status === 'waiting' && isAboutSigner(request));
  return {
    state,
    reportedAt: status?.writtenAt.toISOString() ?? null,
    startedAt: status?.report.startedAt ?? null,
    version: status?.report.version ?? null,
    pricesAt: status?.report.pricesAt ?? null,
    stops: stops.map(({ who, statement, since, why, isSeen }) => ({
      who,
      statement,
      since: since.toISOString(),
      why,
      isSeen,
      start: statement === null ? null : buildStartAction(viewed.persons, person, statement),
      requests: waiting
        .filter(({ input }) => input['stop'] === statement)
        .map((request) => presentRequest(request, viewed)),
    })),
    caps: status ? presentCaps(catalog, status.report.caps) : null,
    largestOrderOfDay: formatEuros(day.largest),
    lastSignedAt: day.lastAt?.toISOString() ?? null,
    contradictions: status?.report.contradictions ?? [],
    signers,
    stop: buildStopAction(viewed.persons, person),
  };
}

async function listSigners(database: Queryable): Promise<Shown['signers']> {
  const [lease, reports] = await Promise.all([readLease(database), listSignerReports(database)]);
  const countEntries = ({ report }: StoredSignerReport) => (report ? report.forms + report.releases : 0);
  const newest = Math.max(...reports.map(countEntries));
  return reports.map((stored) => ({
    name: stored.signer,
    isActive: lease?.isHeld === true && lease.signer === stored.signer,
    reportedAt: stored.writtenAt.toISOString(),
    isSilent: stored.ageMs > MISSING_AFTER_MS,
    entriesBehind: newest - countEntries(stored),
    faults: stored.report?.faults ?? [],
    stopFile: stored.report?.stopFile ?? null,
  }));
}

function presentCaps(catalog: Catalog, caps: SignerStatus['caps']): Shown['caps'] {
  const { transaction, fee, hour, day, coins, secondApprovalAbove } = caps;
  const inEuros = ({ cap, used }: typeof hour) => ({ cap: formatEuros(cap), used: formatEuros(used) });
  return {
    transaction: formatEuros(transaction),
    fee: formatEuros(fee),
    hour: inEuros(hour),
    day: inEuros(day),
    coins: coins.flatMap(({ asset, cap, used }) => {
      const coin = [...catalog.cryptos.values()].find((crypto) => crypto.asset.id === asset);
      if (!coin) return [];
      const format = (units: string) => ({
        amount: formatAmount(createAmount(coin.asset, BigInt(units))),
        unit: formatCoinName(catalog, coin),
      });
      return [{ cap: format(cap), used: format(used) }];
    }),
    secondApprovalAbove: formatEuros(secondApprovalAbove),
  };
}

function formatEuros(cents: bigint | string) {
  return { amount: formatDecimal({ coefficient: BigInt(cents), scale: CENTS }), unit: 'EUR' };
}
