import type { Page } from '@playwright/test';
import {
  type ConsoleCallData,
  type ConsoleCallName,
  type ConsoleCallRequest,
  consoleCalls,
} from '@slipway/contract/consoleCalls.ts';
import { expect } from '../world.ts';

export type CallConsole = <Name extends ConsoleCallName>(
  name: Name,
  request: ConsoleCallRequest<Name>,
) => Promise<ConsoleCallData<Name>>;

/** Calls the console's API with the session of this page. */
export function createConsoleCaller(page: Page, consoleUrl: string): CallConsole {
  const { origin } = new URL(consoleUrl);
  return async (name, request) => {
    const answer = await page.request.post(`${origin}/gateway/console/${name}`, { headers: { origin }, data: request });
    const { respCode, data } = (await answer.json()) as { respCode: string; data: unknown };
    expect(respCode, `${name}: ${JSON.stringify(data)}`).toBe('200');
    return consoleCalls[name].data.parse(data) as never;
  };
}
