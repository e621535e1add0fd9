import { type LoadRequest, sendLoad } from './load.ts';
import type { Row } from './report.ts';
import { processorMs, residentBytes } from './resources.ts';
import type { Measured } from './startMeasured.ts';

/** What the api does with a load, and what that costs it. */
export async function measure(
  world: Measured,
  work: string,
  clients: number,
  load: { readonly requests: readonly LoadRequest[]; readonly seconds?: number },
): Promise<Row> {
  const before = processorMs(world.pids.api);
  const result = await sendLoad({ origin: world.origin, clients, ...load });
  const used = processorMs(world.pids.api) - before;
  const residentMb = residentBytes(world.pids.api) / 2 ** 20;
  return { work, clients, ...result, processorMs: used / result.answers, residentMb };
}
