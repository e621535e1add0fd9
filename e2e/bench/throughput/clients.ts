import { createLatencyRecorder } from './latencies.ts';
import type { LoadResult } from './load.ts';

/**
 * Runs the works with this many concurrent clients; each client takes the next work that no client has taken. A work may return
 * its own latency in milliseconds, which then replaces the duration of the whole work.
 */
export async function runClients(
  clients: number,
  works: readonly ((client: number) => Promise<number | undefined>)[],
): Promise<LoadResult> {
  const latencies = createLatencyRecorder();
  const remaining = works.values();
  const began = performance.now();
  const client = async (_: unknown, number: number) => {
    for (const work of remaining) {
      const begun = performance.now();
      const took = await work(number);
      latencies.add(took ?? performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - began) / 1000;
  return { answers: works.length, perSecond: works.length / seconds, ...latencies.read() };
}
