import { type LoadRequest, sendLoad } from './load.ts';
import type { ThroughputRow } from './report.ts';
import { readProcessorMs, readResidentBytes } from './resources.ts';
import type { BenchWorld } from './startBenchWorld.ts';

/** Measures the api under a load and what the load costs the api. */
export async function measureApiLoad(
  world: BenchWorld,
  work: string,
  clients: number,
  load: { readonly requests: readonly LoadRequest[]; readonly seconds?: number },
): Promise<ThroughputRow> {
  const before = readProcessorMs(world.pids.api);
  const result = await sendLoad({ origin: world.origin, clients, ...load });
  const used = readProcessorMs(world.pids.api) - before;
  const residentMb = readResidentBytes(world.pids.api) / 2 ** 20;
  return { work, clients, ...result, processorMs: used / result.answers, residentMb };
}
