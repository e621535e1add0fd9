/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expect } from '../world.ts';

/** Ends the session on the server, as twelve idle hours or a logout on all devices would. The page does not know it yet. */
export async function endSession(page: Page): Promise<void> {
  const authToken = await page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('userInfo') ?? '{}') as { authToken?: string };
    return user.authToken;
  });
  const answer = await page.request.post('/gateway/buying/expAuth', { data: { authToken } });
  expect(await answer.json()).toMatchObject({ respCode: '200' });
}
