import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { PROJECT_FOLDER } from '../../tools/start/launch.ts';
import { buildSiteWhenStale } from '../../tools/start/productBuild.ts';
import { expect, test } from '../world.ts';

test.beforeAll(async () => {
  await buildSiteWhenStale({
    projectFolder: PROJECT_FOLDER,
    environment: process.env,
    logFile: join(tmpdir(), `slipway-documentation-${process.pid}.log`),
    onStart: async () => undefined,
  });
});

/** Collects the page's console messages and errors, and its requests to other hosts. None of them may occur. */
function watchPage(page: Page, origin: string): { readonly messages: string[]; readonly foreignUrls: string[] } {
  const watched = { messages: [] as string[], foreignUrls: [] as string[] };
  page.on('console', (message) => watched.messages.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => watched.messages.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:'))
      watched.foreignUrls.push(request.url());
  });
  return watched;
}

test('a reader finds a page by searching, and the API reference', async ({ page, origin }) => {
  const watched = watchPage(page, origin);
  await page.goto('/docs/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Slipway documentation/);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('reconciliation');
  await page.getByRole('option').first().click();
  await expect(page).toHaveURL(/\/docs\/[\w/-]+/);
  await expect(
    page
      .getByRole('main')
      .getByText(/reconciliation/i)
      .first(),
  ).toBeVisible();

  await page.getByRole('button', { name: 'mobile navigation' }).click();
  await page.getByRole('link', { name: 'API', exact: true }).click();
  await expect(page).toHaveURL(`${origin}/docs/api`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toContainText('Slipway');
  expect(watched).toEqual({ messages: [], foreignUrls: [] });
});

test('a page follows the device’s theme until the reader chooses, and leads to the next page', async ({
  page,
  origin,
}) => {
  const watched = watchPage(page, origin);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/docs/installing');
  const body = page.locator('body');
  await expect(body).toHaveCSS('background-color', 'rgb(16, 18, 23)');
  await page.getByRole('switch').first().click();
  await expect(body).toHaveCSS('background-color', 'rgb(246, 243, 235)');
  await page.getByRole('navigation', { name: 'Pager' }).getByRole('link').last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Installing in Kubernetes/);
  expect(watched).toEqual({ messages: [], foreignUrls: [] });
});

test('an unknown address is answered with status 404 and a link to the start page', async ({ page }) => {
  const answer = await page.goto('/docs/no-such-page');
  expect(answer?.status()).toBe(404);
  await page.getByRole('link', { name: 'Go to the start page' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Slipway documentation/);
});
