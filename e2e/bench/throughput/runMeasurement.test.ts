import { expect, test } from 'vitest';
import { runMeasurement } from './runMeasurement.ts';

function createTestStopSignal() {
  const controller = new AbortController();
  const stopRequested = new Promise<undefined>((resolve) => {
    controller.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return {
    signal: controller.signal,
    requested: stopRequested,
    onAgain: () => undefined,
    stop: () => controller.abort(),
  };
}

function createWorld() {
  const world = { isStopped: false, stop: async () => void (world.isStopped = true) };
  return world;
}

test('stops the world after a measurement', async () => {
  const world = createWorld();
  expect(
    await runMeasurement(
      createTestStopSignal(),
      async () => world,
      async () => undefined,
    ),
  ).toBe(true);
  expect(world.isStopped).toBe(true);
});

test('stops the world when the measurement fails, and throws the error', async () => {
  const world = createWorld();
  const measured = runMeasurement(
    createTestStopSignal(),
    async () => world,
    () => Promise.reject(new Error('refused')),
  );
  await expect(measured).rejects.toThrow('refused');
  expect(world.isStopped).toBe(true);
});

test('stops the world without waiting for the measurement when a stop is requested', async () => {
  const [stopSignal, world] = [createTestStopSignal(), createWorld()];
  const measured = runMeasurement(
    stopSignal,
    async () => world,
    () => new Promise(() => stopSignal.stop()),
  );
  expect(await measured).toBe(false);
  expect(world.isStopped).toBe(true);
});

test('returns false when a stop request aborts the start', async () => {
  const stopSignal = createTestStopSignal();
  const start = async (signal: AbortSignal) => {
    stopSignal.stop();
    signal.throwIfAborted();
    return createWorld();
  };
  expect(await runMeasurement(stopSignal, start, async () => undefined)).toBe(false);
});
