import type { ThroughputRow } from './report.ts';
import { readProcessorMs, readResidentBytes } from './resources.ts';
import { runSignIns } from './signIns.ts';
import { measureAcquirerStandIn, measureChainStandIn } from './standInLoads.ts';
import type { BenchWorld } from './startBenchWorld.ts';

/** Few enough that all of them stay below the product's limit of a thousand login codes per hour to new email addresses. */
const BUYERS_BY_CLIENT_COUNT: Readonly<Record<number, number>> = { 1: 10, 16: 160, 64: 320 };

export async function measureSignIns(
  world: BenchWorld,
  clientCounts: readonly number[],
): Promise<readonly ThroughputRow[]> {
  const rows: ThroughputRow[] = [];
  for (const clients of clientCounts) {
    const before = readProcessorMs(world.pids.api);
    const { calls, whole } = await runSignIns(world, clients, BUYERS_BY_CLIENT_COUNT[clients] ?? clients);
    const used = (readProcessorMs(world.pids.api) - before) / whole.answers;
    const residentMb = readResidentBytes(world.pids.api) / 2 ** 20;
    rows.push({ work: 'login: `sendCode` and `login`', clients, ...calls, processorMs: used, residentMb });
    rows.push({ work: 'login, including the email', clients, ...whole });
  }
  return rows;
}

/** Measures the stand-ins for external services without any other load. */
export async function measureStandIns(
  { sandboxPort, deskUrl }: BenchWorld,
  clientCounts: readonly number[],
): Promise<readonly ThroughputRow[]> {
  const rows: ThroughputRow[] = [];
  for (const clients of clientCounts) {
    const paid = await measureAcquirerStandIn(sandboxPort, clients);
    rows.push({ work: "limit: the acquirer's stand-in, a card authorized and captured", clients, ...paid });
    const sent = await measureChainStandIn(deskUrl, clients);
    rows.push({ work: "limit: the chain's stand-in, transactions until they are in a block", clients, ...sent });
  }
  return rows;
}
