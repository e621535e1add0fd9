import { type LoadRequest, sendLoad } from './load.ts';
import type { ThroughputRow } from './report.ts';
import { readProcessorMs, readResidentBytes } from './resources.ts';
import type { BenchWorld } from './startBenchWorld.ts';

/** Sends a load to the api. Also measures its processor time per response, and its resident memory at the end. */
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
