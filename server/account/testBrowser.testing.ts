import sql from 'sql-template-tag';
import { afterEach } from 'vitest';
import type { TestAnswer, TestGateway } from '../app/api/testGateway.testing.ts';
import { readNewestCode } from './sentCode.testing.ts';

/** A browser that keeps its cookies and its token. */
export type TestBrowser = {
  readonly cookies: Map<string, string>;
  authToken: string;
  /** Headers of every request, for example the client's address. */
  headers: Readonly<Record<string, string>>;
  post(call: string, input?: object): Promise<TestAnswer>;
  /** Returns the newest code that is queued for an address. */
  newestCode(email: string): Promise<string>;
  /** Requests a code and logs in with it. */
  login(email: string): Promise<TestAnswer>;
};

export function openTestBrowser(gateway: TestGateway, headers: Readonly<Record<string, string>> = {}): TestBrowser {
  const browser: TestBrowser = {
    cookies: new Map(),
    authToken: '',
    headers,

    async post(call, input = {}) {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await gateway.post(
        call,
        { authToken: browser.authToken, ...input },
        { ...browser.headers, cookie },
      );
      for (const [name, value] of Object.entries(answer.cookies)) {
        if (value === '') browser.cookies.delete(name);
        else browser.cookies.set(name, value);
      }
      return answer;
    },

    newestCode: (email) => readNewestCode(gateway.database, email),

    async login(email) {
      await browser.post('sendCode', { email });
      const opened = await browser.post('login', { email, code: await browser.newestCode(email) });
      browser.authToken = (opened.body.data as { authToken: string }).authToken;
      return opened;
    },
  };
  return browser;
}

/** Moves the product's clock forward, as the sandbox does. */
export async function advanceClock(gateway: TestGateway, seconds: number): Promise<void> {
  await gateway.database.run(sql`update clock set offset_seconds = offset_seconds + ${seconds}`);
}

/**
 * Resets the product's clock after each test: the gateway's own clock does not move, so its quotes would be expired in a
 * database that is ahead of it.
 */
export function resetClockAfterEach(gateway: TestGateway): void {
  afterEach(() => gateway.database.run(sql`update clock set offset_seconds = 0`));
}
