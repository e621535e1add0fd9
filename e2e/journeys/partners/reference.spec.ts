import { calls } from '@slipway/contract/calls.ts';
import { expect, test } from '../../world.ts';

test.use({ viewport: { width: 1280, height: 900 }, isMobile: false });

test('the reference lists every call, loads nothing else, and its scripts read neither cookies nor the API', async ({
  page,
  context,
  origin,
}) => {
  await context.addCookies([{ name: 'slipway_session', value: 'secret', url: origin }]);
  const requestedUrls: string[] = [];
  const messages: string[] = [];
  page.on('request', (request) => requestedUrls.push(request.url()));
  page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => messages.push(error.message));
  await page.goto('/docs/api');
  for (const { name, summary } of Object.values(calls)) {
    await expect(page.locator(`[id="operation/${name}"]`).getByRole('heading').first()).toHaveText(summary);
  }
  await page.getByRole('menuitem', { name: 'Payment' }).click();
  await page.getByRole('menuitem', { name: 'payOrder' }).click();
  await expect(page.getByRole('heading', { name: calls.payOrder.summary })).toBeInViewport();
  expect(requestedUrls.filter((url) => !url.startsWith('data:'))).toEqual([`${origin}/docs/api`]);
  expect(messages).toEqual([]);

  // Scripts of this page run in another origin: without cookies, storage or the API's responses.
  const reached = await page.evaluate(async () => {
    const refusal = (error: unknown) => (error as Error).name;
    const readOrRefusal = (read: () => unknown) => {
      try {
        return read();
      } catch (error) {
        return refusal(error);
      }
    };
    return {
      origin: window.origin,
      cookie: readOrRefusal(() => document.cookie),
      storage: readOrRefusal(() => localStorage.length),
      answer: await fetch('/openapi.json').then(() => 'read', refusal),
    };
  });
  expect(reached).toEqual({
    origin: 'null',
    cookie: 'SecurityError',
    storage: 'SecurityError',
    answer: 'TypeError',
  });
});

test('a link to a call scrolls to that call', async ({ page }) => {
  await page.goto('/docs/api#operation/payOrder');
  await expect(page.getByRole('heading', { name: calls.payOrder.summary })).toBeInViewport();
});
