import type { stopSignal } from '../../../tools/start/stopSignal.ts';

export type Stoppable = { stop(): Promise<void> };

/**
 * Starts what is measured, measures it, and stops it with all of its processes, whatever happens: also where somebody asks us to
 * stop, and then what was being measured is given up. Gives whether it came to its end.
 */
export async function runMeasured<World extends Stoppable>(
  asked: Pick<ReturnType<typeof stopSignal>, 'signal' | 'heard' | 'onAgain'>,
  start: (signal: AbortSignal) => Promise<World>,
  measure: (world: World) => Promise<void>,
): Promise<boolean> {
  const world = await start(asked.signal).catch((error: unknown) => {
    if (asked.signal.aborted) return undefined;
    throw error;
  });
  if (!world) return false;
  asked.onAgain(() => void world.stop());
  try {
    const measured = measure(world);
    // It fails as what it measures is stopped: nobody is told of that.
    measured.catch(() => undefined);
    await Promise.race([measured, asked.heard]);
    return !asked.signal.aborted;
  } finally {
    await world.stop();
  }
}
