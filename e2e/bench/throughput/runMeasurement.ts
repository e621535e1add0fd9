import type { createStopSignal } from '../../../tools/start/createStopSignal.ts';

export type Stoppable = { stop(): Promise<void> };

/**
 * Starts the world, measures it, and always stops the world with all of its processes. A stop signal ends the measurement
 * early. Returns true if the measurement was completed.
 */
export async function runMeasurement<World extends Stoppable>(
  stopSignal: Pick<ReturnType<typeof createStopSignal>, 'signal' | 'requested' | 'onAgain'>,
  start: (signal: AbortSignal) => Promise<World>,
  measure: (world: World) => Promise<void>,
): Promise<boolean> {
  const world = await start(stopSignal.signal).catch((error: unknown) => {
    if (stopSignal.signal.aborted) return undefined;
    throw error;
  });
  if (!world) return false;
  stopSignal.onAgain(() => void world.stop());
  try {
    const measured = measure(world);
    // Stopping the world makes the measurement fail; ignore that error.
    measured.catch(() => undefined);
    await Promise.race([measured, stopSignal.requested]);
    return !stopSignal.signal.aborted;
  } finally {
    await world.stop();
  }
}
