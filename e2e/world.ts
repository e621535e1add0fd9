import { test as base } from '@playwright/test';
import { type BooksQuery, createBooksQuery } from './booksQuery.ts';
import { createDesk, type Desk } from './desk.ts';

/** How the run's setup tells the tests' processes where everything is. */
export const WORLD_VARIABLES = {
  origin: 'SLIPWAY_E2E_ORIGIN',
  deskUrl: 'SLIPWAY_E2E_DESK_URL',
  databaseUrl: 'SLIPWAY_E2E_DATABASE_URL',
} as const;

function variable(name: keyof typeof WORLD_VARIABLES): string {
  const value = process.env[WORLD_VARIABLES[name]];
  if (!value) throw new Error(`${WORLD_VARIABLES[name]} is unset: the run's setup has not started Slipway.`);
  return value;
}

type Fixtures = {
  /** Where Slipway listens; also the base of relative addresses, as in `page.goto('/')`. */
  readonly origin: string;
  /** What an operator can play in the sandbox. */
  readonly desk: Desk;
};

type WorkerFixtures = {
  /** Slipway's own database, to look at only. */
  readonly books: BooksQuery;
};

/** Playwright warns on the console where it blocks a worker: here there is quietly none. */
const NO_WORKER = `if (self.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('blocked'));`;

/** Playwright's `test` with the running world. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  origin: async ({}, use) => use(variable('origin')),
  context: async ({ context, serviceWorkers }, use) => {
    if (serviceWorkers === 'block') await context.addInitScript(NO_WORKER);
    await use(context);
  },
  baseURL: async ({ origin }, use) => use(origin),
  desk: async ({}, use) => use(createDesk(variable('deskUrl'))),
  books: [
    async ({}, use) => {
      const books = createBooksQuery(variable('databaseUrl'));
      await use(books);
      await books.close();
    },
    { scope: 'worker' },
  ],
});

export { expect } from '@playwright/test';
