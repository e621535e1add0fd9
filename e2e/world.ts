import { type BrowserContext, test as base } from '@playwright/test';
import { describeNewestOrders } from './books/describeNewestOrders.ts';
import { createOperatorCli } from './createOperatorCli.ts';
import { translatePages } from './emulation/translatePage.ts';
import type { OperatorCli, OwnDataCommand } from './operatorCli.ts';
import { createReadOnlyDatabase, type ReadOnlyDatabase } from './readOnlyDatabase.ts';
import { createSandboxClient, type SandboxClient } from './sandboxClient.ts';

/** Addresses and folders of a running Slipway. */
export type World = {
  /** Address at which Slipway listens. */
  readonly origin: string;
  /** The operators' console; empty if there is none. */
  readonly consoleUrl: string;
  /** The sandbox's own API. */
  readonly deskUrl: string;
  /** A partner's site. */
  readonly shopUrl: string;
  /** Connects with the role that owns the tables, for reading. */
  readonly databaseUrl: string;
  /** Connects with the role of the operator's command line. */
  readonly operatorsUrl: string;
  /** The private keys with which the sandbox's operators sign their commands. */
  readonly operatorKeysFolder: string;
  /** The log files of all processes. */
  readonly logFolder: string;
};

const WORLD_VARIABLES: Readonly<Record<keyof World, string>> = {
  origin: 'SLIPWAY_E2E_ORIGIN',
  consoleUrl: 'SLIPWAY_E2E_CONSOLE_URL',
  deskUrl: 'SLIPWAY_E2E_DESK_URL',
  shopUrl: 'SLIPWAY_E2E_SHOP_URL',
  databaseUrl: 'SLIPWAY_E2E_DATABASE_URL',
  operatorsUrl: 'SLIPWAY_E2E_OPERATORS_URL',
  operatorKeysFolder: 'SLIPWAY_E2E_OPERATOR_KEYS_FOLDER',
  logFolder: 'SLIPWAY_E2E_LOG_FOLDER',
};

/** Passes the world from the run's setup to the tests' processes. */
export function setWorldVariables(world: World): void {
  for (const [part, variable] of Object.entries(WORLD_VARIABLES)) process.env[variable] = world[part as keyof World];
}

/** Returns the world that the run's setup has started. */
function readWorldVariables(): World {
  const parts = Object.entries(WORLD_VARIABLES).map(([part, variable]) => [part, readWorldVariable(variable)]);
  return Object.fromEntries(parts) as World;
}

function readWorldVariable(variable: string): string {
  const value = process.env[variable];
  if (value === undefined) throw new Error(`${variable} is unset: the run's setup has not started Slipway.`);
  return value;
}

type Fixtures = {
  /** Address at which Slipway listens; also the base of relative addresses, as in `page.goto('/')`. */
  readonly origin: string;
  /** The sandbox's API, for what happens outside the buyer's browser. */
  readonly desk: SandboxClient;
};

type AutomaticFixtures = {
  /** Adds the state of the newest orders to the report of a failed test. */
  readonly orderStates: void;
};

type WorkerFixtures = {
  /** The world that tests share; `exclusiveWorld.ts` starts others. */
  readonly world: World;
  /** The operator's command line, restricted to the test's own orders and partners. */
  readonly operator: OperatorCli<OwnDataCommand>;
  /** Slipway's own database, read-only. */
  readonly books: ReadOnlyDatabase;
};

const BLOCK_WORKERS_SCRIPT = `if (self.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('blocked'));`;

/** Disables service workers without the console warning that Playwright's block causes. */
export async function blockServiceWorkers(context: BrowserContext): Promise<void> {
  await context.addInitScript(BLOCK_WORKERS_SCRIPT);
}

/** Playwright's `test` with the running world. */
export const test = base.extend<Fixtures & AutomaticFixtures, WorkerFixtures>({
  origin: async ({ world }, use) => use(world.origin),
  context: async ({ browser, context, serviceWorkers }, use) => {
    if (serviceWorkers === 'block') await blockServiceWorkers(context);
    if (process.env['TRANSLATED']) await translatePages(context);
    const before = new Set(browser.contexts());
    await use(context);
    // Close the contexts of second people, which would otherwise stay open and poll until the worker ends.
    await Promise.all(browser.contexts().flatMap((other) => (before.has(other) ? [] : [other.close()])));
    // A call that a journey intercepts may still be pending when its page closes; that is not an error.
    await Promise.all([context, ...context.pages()].map((routed) => routed.unrouteAll({ behavior: 'ignoreErrors' })));
  },
  baseURL: async ({ origin }, use) => use(origin),
  desk: async ({ world }, use) => use(createSandboxClient(world.deskUrl)),
  orderStates: [
    async ({ books }, use, testInfo) => {
      await use();
      if (testInfo.status === testInfo.expectedStatus) return;
      const body = await describeNewestOrders(books).catch((error: unknown) => `not readable: ${String(error)}`);
      await testInfo.attach('newest orders', { body, contentType: 'text/plain' });
    },
    { auto: true },
  ],
  world: [async ({}, use) => use(readWorldVariables()), { scope: 'worker' }],
  operator: [async ({ world }, use) => use(createOperatorCli(world)), { scope: 'worker' }],
  books: [
    async ({ world }, use) => {
      const books = createReadOnlyDatabase(world.databaseUrl);
      await use(books);
      await books.close();
    },
    { scope: 'worker' },
  ],
});

export { expect } from '@playwright/test';
