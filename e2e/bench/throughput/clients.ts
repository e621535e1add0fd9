import { recordLatencies } from './latencies.ts';
import type { LoadResult } from './load.ts';

/**
 * So many clients do the works one after another, each the next one that nobody has taken. A work says how long it took itself
 * where its whole time is not what is measured.
 */
export async function runClients(
  clients: number,
  works: readonly ((client: number) => Promise<number | undefined>)[],
): Promise<LoadResult> {
  const latencies = recordLatencies();
  const left = works.values();
  const began = performance.now();
  const client = async (_: unknown, number: number) => {
    for (const work of left) {
      const begun = performance.now();
      const took = await work(number);
      latencies.add(took ?? performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - began) / 1000;
  return { answers: works.length, perSecond: works.length / seconds, ...latencies.read() };
}
