import type { Probe, ProbeFaults } from '../../notification/heartbeats/watchHeartbeats.ts';
import type { MachineClock } from '../../platform/machineClock.ts';

/** Sumsub rejects signatures that are a minute old; certificates and one-time codes tolerate more. */
const ALLOWED_MS = 30_000;
const THIS_MACHINE = 'this machine';
/** The vendors' clocks are used only if at least this many have answered: any single one may be wrong. */
const MIN_VENDORS = 2;

/**
 * Checks this machine's clock against the database's and the times in vendors' answers. If the vendors agree with this
 * machine and not with the database, the database's clock is wrong.
 */
export function clockProbe(clock: MachineClock): Probe {
  return { kind: 'clock_wrong', check: async () => compareClocks(clock.databaseAheadMs(), clock.vendorsAheadMs()) };
}

/** Returns the fault of this machine's clock, if any. */
export function findClockFault(clock: MachineClock): string | undefined {
  return compareClocks(clock.databaseAheadMs(), clock.vendorsAheadMs()).get(THIS_MACHINE);
}

/**
 * Returns the faults of this machine's and the database's clock. The offsets are milliseconds by which another clock is ahead
 * of this machine's; undefined if unknown.
 */
export function compareClocks(databaseMs: number | undefined, vendors: ReadonlyMap<string, number>): ProbeFaults {
  const offsets = [...vendors.values()];
  const vendorsMs = findMajorityOffset(offsets);
  const machine: [string, string][] = differs(vendorsMs)
    ? [[THIS_MACHINE, describe(vendorsMs, `${vendors.size} vendors`)]]
    : differs(databaseMs) && vendorsMs === undefined
      ? [[THIS_MACHINE, describe(databaseMs, 'the database')]]
      : [];
  const databaseByVendors =
    databaseMs === undefined ? undefined : findMajorityOffset(offsets.map((ms) => ms - databaseMs));
  const database: [string, string][] = differs(databaseByVendors)
    ? [['database', describe(databaseByVendors, `${vendors.size} vendors`)]]
    : [];
  return new Map([...machine, ...database]);
}

function differs(ms: number | undefined): ms is number {
  return ms !== undefined && Math.abs(ms) > ALLOWED_MS;
}

/**
 * Divides the vendors into those that agree with the clock, those ahead of it and those behind it. Returns the median offset of
 * the group with more than half of all vendors. Undefined without such a group, so that one wrong vendor of two decides nothing.
 */
function findMajorityOffset(offsets: readonly number[]): number | undefined {
  if (offsets.length < MIN_VENDORS) return undefined;
  const groups = Map.groupBy(offsets, (ms) => (differs(ms) ? Math.sign(ms) : 0));
  const majority = [...groups.values()].find((group) => group.length * 2 > offsets.length);
  return majority && median(majority);
}

function describe(aheadMs: number, others: string): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  return `the clock is ${seconds} s ${aheadMs > 0 ? 'behind' : 'ahead of'} ${others}`;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
