import type { Page } from '@playwright/test';
import {
  type ConsoleCallData,
  type ConsoleCallName,
  type ConsoleCallRequest,
  consoleCalls,
} from '@slipway/contract/consoleCalls.ts';
import { expect } from './world.ts';

export type Ask = <Name extends ConsoleCallName>(
  name: Name,
  request: ConsoleCallRequest<Name>,
) => Promise<ConsoleCallData<Name>>;

/** Asks as whoever has entered in this page, by the calls that the console itself makes. */
export function askAs(page: Page, consoleUrl: string): Ask {
  const { origin } = new URL(consoleUrl);
  return async (name, request) => {
    const answer = await page.request.post(`${origin}/gateway/console/${name}`, { headers: { origin }, data: request });
    const { respCode, data } = (await answer.json()) as { respCode: string; data: unknown };
    expect(respCode, `${name}: ${JSON.stringify(data)}`).toBe('200');
    return consoleCalls[name].data.parse(data) as never;
  };
}
