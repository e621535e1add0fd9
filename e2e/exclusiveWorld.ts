import { testTimeoutMs } from '../tools/patience/patience.ts';
import { expectBalancedLedger, expectNoPendingWork } from './books/databaseChecks.ts';
import { expectBooksEqualLedger } from './books/standInBooks.ts';
import { createOperatorCli } from './createOperatorCli.ts';
import type { OperatorCli } from './operatorCli.ts';
import { createSandboxClient } from './sandboxClient.ts';
import { createSandboxControls, type SandboxControls } from './sandboxControls.ts';
import { startWorld, type WorldOptions } from './startWorld.ts';
import { test as base, type World } from './world.ts';

type Fixtures = {
  /** The sandbox's clock, faults, prices and blocks. Faults and price shifts are undone after the test. */
  readonly controls: SandboxControls;
  /** Names a command that undoes what the test changes in the configuration; it runs after the test, even if the test failed. */
  readonly undoWith: (...args: string[]) => void;
  /** Records in `outcome` whether the test failed. */
  readonly noteOutcome: void;
};

type WorkerFixtures = {
  readonly world: World;
  readonly operator: OperatorCli<string[]>;
  /** True if a test of this world has failed. */
  readonly outcome: { failed: boolean };
  /** Checks at the end of the world that all books agree. */
  readonly soundBooks: void;
};

/**
 * Returns a `test` for tests that would disturb others: they move the clock, stop blocks, payouts or the signer, break a vendor,
 * or change the configuration. These tests run one after another in a separate world. Playwright ends a worker, and with it the
 * world, after a failed test, so that the state which the test left behind never affects the next test.
 */
export function defineExclusiveTest(name: string, options: WorldOptions = {}) {
  return base.extend<Fixtures, WorkerFixtures>({
    controls: async ({ desk }, use) => {
      const controls = createSandboxControls(desk);
      await use(controls);
      await controls.restore();
    },
    undoWith: async ({ operator }, use) => {
      const commands: string[][] = [];
      await use((...args) => void commands.push(args));
      for (const command of commands) await operator.runByTwo(...command);
    },
    outcome: [async ({}, use) => use({ failed: false }), { scope: 'worker' }],
    noteOutcome: [
      async ({ outcome }, use, testInfo) => {
        await use();
        if (testInfo.status !== testInfo.expectedStatus) outcome.failed = true;
      },
      { auto: true },
    ],
    operator: [async ({ world }, use) => use(createOperatorCli(world)), { scope: 'worker' }],
    world: [
      async ({}, use, { workerIndex }) => {
        const world = await startWorld(`${name}-${workerIndex}`, options);
        await use(world);
        await world.stop();
      },
      { scope: 'worker', timeout: testTimeoutMs },
    ],
    soundBooks: [
      async ({ books, outcome, world }, use) => {
        await use();
        // A failed test may have left the books in the middle of an order.
        if (outcome.failed) return;
        await expectNoPendingWork(books);
        await expectBalancedLedger(books);
        await expectBooksEqualLedger(createSandboxClient(world.deskUrl), books);
      },
      { scope: 'worker', timeout: testTimeoutMs, auto: true },
    ],
  });
}
