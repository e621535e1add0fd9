import { type BrowserContext, test as base } from '@playwright/test';
import { type BooksQuery, createBooksQuery } from './booksQuery.ts';
import { createOperator } from './createOperator.ts';
import { createDesk, type Desk } from './desk.ts';
import type { Operator, WordsOnOwn } from './operator.ts';
import { translatePages } from './translatePage.ts';

/** Where a running Slipway is. */
export type World = {
  /** Where Slipway listens. */
  readonly origin: string;
  /** The operators' console; empty where there is none. */
  readonly consoleUrl: string;
  /** The sandbox's own API. */
  readonly deskUrl: string;
  /** A partner's site. */
  readonly shopUrl: string;
  /** With the role that owns the tables, to look. */
  readonly databaseUrl: string;
  /** With the role of the operator's command line. */
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

/** The run's setup tells the tests' processes where everything is. */
export function announceWorld(world: World): void {
  for (const [part, variable] of Object.entries(WORLD_VARIABLES)) process.env[variable] = world[part as keyof World];
}

/** The world that the run's setup has started. */
function announcedWorld(): World {
  const parts = Object.entries(WORLD_VARIABLES).map(([part, variable]) => [part, announced(variable)]);
  return Object.fromEntries(parts) as World;
}

function announced(variable: string): string {
  const value = process.env[variable];
  if (value === undefined) throw new Error(`${variable} is unset: the run's setup has not started Slipway.`);
  return value;
}

type Fixtures = {
  /** Where Slipway listens; also the base of relative addresses, as in `page.goto('/')`. */
  readonly origin: string;
  /** The sandbox's API, for what happens outside the buyer's browser. */
  readonly desk: Desk;
};

type WorkerFixtures = {
  /** The world that tests use side by side; `exclusiveWorld.ts` starts others. */
  readonly world: World;
  /** The operator's command line, for what concerns the test's own orders and partners. */
  readonly operator: Operator<WordsOnOwn>;
  /** Slipway's own database, to look at only. */
  readonly books: BooksQuery;
};

const NO_WORKER = `if (self.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('blocked'));`;

/** Playwright warns on the console where it blocks a worker: here there is quietly none. */
export async function withoutWorker(context: BrowserContext): Promise<void> {
  await context.addInitScript(NO_WORKER);
}

/** Playwright's `test` with the running world. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  origin: async ({ world }, use) => use(world.origin),
  context: async ({ browser, context, serviceWorkers }, use) => {
    if (serviceWorkers === 'block') await withoutWorker(context);
    if (process.env['TRANSLATED']) await translatePages(context);
    const before = new Set(browser.contexts());
    await use(context);
    // Second persons' browsers would stay open, and ask, as long as the worker lasts.
    await Promise.all(browser.contexts().flatMap((other) => (before.has(other) ? [] : [other.close()])));
    // An answer that a journey has changed may still be on its way when its page goes: nothing is wrong with that.
    await Promise.all([context, ...context.pages()].map((routed) => routed.unrouteAll({ behavior: 'ignoreErrors' })));
  },
  baseURL: async ({ origin }, use) => use(origin),
  desk: async ({ world }, use) => use(createDesk(world.deskUrl)),
  world: [async ({}, use) => use(announcedWorld()), { scope: 'worker' }],
  operator: [async ({ world }, use) => use(createOperator(world)), { scope: 'worker' }],
  books: [
    async ({ world }, use) => {
      const books = createBooksQuery(world.databaseUrl);
      await use(books);
      await books.close();
    },
    { scope: 'worker' },
  ],
});

export { expect } from '@playwright/test';
