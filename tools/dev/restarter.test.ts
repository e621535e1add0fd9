import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRestarter, type ProgramRun } from './restarter.ts';

const QUIET_MS = 20;

/** Creates runs that end when the test ends them, or when they are stopped. */
function createTestRestarter() {
  const runs: { end: (line: string) => void; stopped: boolean }[] = [];
  const printed: string[] = [];
  const start = (): ProgramRun => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const run = { end: resolve, stopped: false };
    runs.push(run);
    return {
      ended: promise,
      async stop() {
        run.stopped = true;
        resolve('ended since it was stopped');
      },
    };
  };
  return { runs, printed, restarter: createRestarter(start, (line) => printed.push(line)) };
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

test('stops the run and starts it once after several changes', async () => {
  const { runs, printed, restarter } = createTestRestarter();
  expect(runs).toHaveLength(1);
  restarter.reportChange('a.ts', QUIET_MS);
  await pass(QUIET_MS - 1);
  restarter.reportChange('b.ts', QUIET_MS);
  await pass(QUIET_MS - 1);
  expect(runs).toHaveLength(1);
  await pass(1);
  expect(runs).toHaveLength(2);
  expect(runs[0]?.stopped).toBe(true);
  expect(printed).toEqual(['b.ts has changed.']);
  await pass(QUIET_MS * 3);
  expect(runs).toHaveLength(2);
  await restarter.stop();
});

test('restarts a run that ended by itself only after a change', async () => {
  const { runs, printed, restarter } = createTestRestarter();
  runs[0]?.end('a fault in a.ts');
  await pass(QUIET_MS * 3);
  expect(printed).toEqual(['a fault in a.ts']);
  expect(runs).toHaveLength(1);
  restarter.reportChange('a.ts', QUIET_MS);
  await pass(QUIET_MS);
  expect(runs).toHaveLength(2);
  await restarter.stop();
});

test('stops the run when stopped, and starts nothing more', async () => {
  const { runs, printed, restarter } = createTestRestarter();
  restarter.reportChange('a.ts', QUIET_MS);
  await restarter.stop();
  await pass(QUIET_MS * 3);
  expect(runs).toMatchObject([{ stopped: true }]);
  expect(printed).toEqual([]);
});
