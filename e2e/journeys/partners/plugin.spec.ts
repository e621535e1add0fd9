/// <reference lib="dom" />
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Frame, FrameLocator, Page } from '@playwright/test';
import { type EmbedMessage, readEmbedMessage } from '@slipway/contract/embed/messages.ts';
import type { OperatorCli, OwnDataCommand } from '../../operatorCli.ts';
import { inspectPage } from '../../page/inspectPage.ts';
import { test as base, expect } from '../../world.ts';

type PartnerSite = { readonly partnerId: string; readonly origin: string; close(): Promise<void> };

/**
 * A site that frames the address in its query and records the messages that it receives. The query can also isolate the site
 * from the windows that it opens (`isolated`), or forbid the frame to open any (`sandboxed`).
 */
const HOST_PAGE = `<!doctype html><html lang="en"><title>Partner site</title><h1>Partner site</h1>
<script>
  window.received = [];
  addEventListener('message', (event) =>
    received.push({ origin: event.origin, fromFrame: event.source === frames[0], data: event.data }));
  const frame = document.createElement('iframe');
  frame.title = 'Buy';
  frame.width = 360;
  frame.height = 420;
  const query = new URLSearchParams(location.search);
  if (query.has('sandboxed')) frame.sandbox = 'allow-scripts allow-same-origin';
  frame.src = query.get('frame');
  document.body.append(frame);
</script></html>`;

/** Starts a site on a free port, registers it as a partner's, and waits until it may frame the plugin. */
async function openPartnerSite(slipway: string, operator: OperatorCli<OwnDataCommand>): Promise<PartnerSite> {
  const server = createServer(({ url }, response) => {
    if (url?.includes('isolated=')) response.setHeader('cross-origin-opener-policy', 'same-origin');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(HOST_PAGE);
  });
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const partnerId = `plugin${randomBytes(6).toString('hex')}`;
  const terms = ['payMethod=credit_debit_card', 'offerType=slipway', 'share=0.01'];
  const identity = ['name=Plugin', 'kind=partner_site', `origins=${origin}`, `redirects=${origin}`];
  await operator.runByTwo('set', 'partner', partnerId, ...identity, ...terms);
  const readPolicy = async () =>
    (await fetch(`${slipway}/plugin?partnerId=${partnerId}`)).headers.get('content-security-policy');
  await expect.poll(readPolicy).toContain(origin);
  return {
    partnerId,
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const test = base.extend<object, { readonly site: PartnerSite }>({
  site: [
    async ({ operator, world }, use) => {
      const site = await openPartnerSite(world.origin, operator);
      await use(site);
      await site.close();
    },
    { scope: 'worker', auto: true },
  ],
});

let site: PartnerSite;
test.beforeAll(({ site: opened }) => {
  site = opened;
});

type Query = Readonly<Record<string, string>>;

/** Opens the partner's page with Slipway's page in its frame. */
async function visitPartner(
  page: Page,
  framed: string,
  { host = site.origin, ...query }: Query & { readonly host?: string } = {},
): Promise<FrameLocator> {
  await page.goto(`${host}/?${new URLSearchParams({ ...query, frame: framed })}`);
  return page.frameLocator('iframe');
}

function pluginUrl(origin: string, query: Query = {}): string {
  return `${origin}/plugin?${new URLSearchParams({ partnerId: site.partnerId, ...query })}`;
}

type ReceivedMessage = { readonly origin: string; readonly fromFrame: boolean; readonly data: unknown };

async function readReceivedMessages(page: Page): Promise<readonly ReceivedMessage[]> {
  return page.evaluate(() => (window as unknown as { received: ReceivedMessage[] }).received);
}

/** Returns the received messages, with undefined for each that is not in the plugin's format. */
async function readMessages(page: Page): Promise<readonly (EmbedMessage | undefined)[]> {
  return (await readReceivedMessages(page)).map(({ data }) => readEmbedMessage(data));
}

/** Returns the query of the request that opens the full purchase. The new window's URL changes at once, so it is not read. */
async function waitForPurchaseQuery(context: BrowserContext): Promise<URLSearchParams> {
  const request = await context.waitForEvent('request', (one) => new URL(one.url()).pathname === '/order');
  return new URL(request.url()).searchParams;
}

function recordConsoleProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return problems;
}

test('a visitor types an amount and continues in a window with all entries', async ({ page, context, origin }) => {
  const problems = recordConsoleProblems(page);
  const frame = await visitPartner(
    page,
    pluginUrl(origin, {
      defaultSendCurrency: 'EUR',
      defaultGetCurrency: 'ETH_BASE',
      payMethod: 'bank_transfer',
      offerType: 'slipway',
      address: '0x52908400098527886E0F7030069857D2E4169EE7',
    }),
  );
  const pay = frame.getByRole('textbox', { name: 'You pay' });
  const receive = frame.getByRole('textbox', { name: 'You get (estimate)' });
  await expect(receive).not.toHaveValue('');
  const before = await receive.inputValue();
  await pay.fill('250');
  await pay.blur();
  await expect(receive).not.toHaveValue(before);
  await expect(receive).not.toHaveValue('');
  await expect(pay).toHaveValue('250.00');
  await expect(frame.getByText(/^New quotes in 0[01]:\d\d$/)).toBeVisible();
  await expect(frame.getByText('Power by Slipway')).toBeVisible();
  const icons = frame.getByRole('list', { name: 'Payment methods' }).getByRole('listitem');
  await expect(icons.filter({ hasText: 'Bank transfer' }).locator('svg, img').first()).toBeVisible();

  const purchaseQuery = waitForPurchaseQuery(context);
  const opening = context.waitForEvent('page');
  const amount = await receive.inputValue();
  await frame.getByRole('button', { name: 'Continue' }).click();
  const [opened, chosen] = await Promise.all([opening, purchaseQuery]);
  expect(Object.fromEntries(chosen)).toEqual({
    defaultSendCurrency: 'EUR',
    defaultSendCurrencyAmount: '250.00',
    defaultGetCurrency: 'ETH_BASE',
    defaultGetCurrencyAmount: amount,
    side: 'Pay',
    token: expect.stringMatching(/.{20}/),
    payMethod: 'bank_transfer',
    offerType: 'slipway',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    partnerId: site.partnerId,
    origin: site.origin,
    refererUrl: `${site.origin}/`,
  });
  // The method is chosen, so the purchase continues after that choice; Select Offer is skipped if the partner's offer is also
  // fixed.
  await expect(opened).toHaveURL(/\/(?:select-offer|submit-address)/);
  expect(new URL(opened.url()).origin).toBe(origin);
  await expect(opened.getByText(/250\.00.EUR/).first()).toBeVisible();
  // The window keeps its opener, a page of the same origin, to report progress to it.
  expect(await opened.evaluate(() => [window.opener === null, window.top === window.self])).toEqual([false, true]);
  await expect(frame.getByRole('status')).toHaveText('Slipway is open in a new window.');

  await expect.poll(() => readMessages(page)).toContainEqual({ type: 'slipway:continue', version: 1 });
  const received = await readReceivedMessages(page);
  expect(received.every((message) => message.origin === origin && message.fromFrame)).toBe(true);
  const [ready, ...later] = await readMessages(page);
  expect(ready).toEqual({ type: 'slipway:ready', version: 1, height: expect.any(Number), title: 'Buy Crypto' });
  expect(later.every((message) => message !== undefined && message.type !== 'slipway:ready')).toBe(true);
  expect(problems).toEqual([]);
});

test('reports the height of its content', async ({ page, origin }) => {
  const frame = await visitPartner(page, pluginUrl(origin, { sendCurrency: 'EUR', getCurrency: 'BTC' }));
  await expect(frame.getByRole('button', { name: 'Continue' })).toBeEnabled();
  const pay = frame.getByRole('textbox', { name: 'You pay' });
  await pay.fill('1');
  await pay.blur();
  await expect(frame.getByText('Min. amount is 20.00 EUR')).toBeVisible();
  await expect(frame.getByRole('button', { name: 'Continue' })).toBeDisabled();
  const readHeightMessages = async () =>
    (await readMessages(page)).filter((message) => message !== undefined && 'height' in message);
  await expect(async () => {
    const height = await frame.locator('main').evaluate((main) => Math.ceil(main.getBoundingClientRect().height));
    expect((await readHeightMessages()).at(-1)).toEqual({ type: 'slipway:resize', version: 1, height });
  }).toPass();
});

/** Returns the frame whose page the browser has refused to show, if there is one. */
async function findRefusedFrame(page: Page): Promise<Frame | undefined> {
  return page.frames().find((frame) => frame.parentFrame() !== null && frame.url().startsWith('chrome-error:'));
}

test('only registered partners may frame the plugin, and no other page can be framed', async ({ page, origin }) => {
  const stranger = site.origin.replace('localhost', '127.0.0.1');
  const attempts: readonly (readonly [framed: string, host: string])[] = [
    [pluginUrl(origin), stranger],
    [pluginUrl(origin, { partnerId: 'nobody' }), site.origin],
    [`${origin}/plugin`, site.origin],
    [`${origin}/edit?partnerId=${site.partnerId}`, site.origin],
    [`${origin}/order?partnerId=${site.partnerId}`, site.origin],
    [`${origin}/plugin/index.html?partnerId=${site.partnerId}`, site.origin],
  ];
  for (const [framed, host] of attempts) {
    const refusal = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
    await visitPartner(page, framed, { host });
    await refusal;
    await expect.poll(() => findRefusedFrame(page), `${framed} in ${host}`).toBeDefined();
    expect(await readReceivedMessages(page)).toEqual([]);
  }
});

test('applies the partner’s colours and ignores invalid ones', async ({ page, origin }) => {
  const problems = recordConsoleProblems(page);
  await page.goto(
    pluginUrl(origin, {
      'plugin-color-text-1': '#F5F0E3',
      'plugin-color-text-2': '#AFC0B6',
      'plugin-prompt-color-text': '#F0BE5E',
      'plugin-color-button': '#F0BE5E',
      'plugin-color-button-text': '#221803',
      'plugin-color-background': '#10261F',
    }),
  );
  const button = page.getByRole('button', { name: 'Continue' });
  await expect(button).toBeEnabled();
  await expect(button).toHaveCSS('background-color', 'rgb(240, 190, 94)');
  await expect(button).toHaveCSS('color', 'rgb(34, 24, 3)');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(16, 38, 31)');
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(245, 240, 227)');
  await expect(page.getByText(/^New quotes in/)).toHaveCSS('color', 'rgb(240, 190, 94)');
  await inspectPage(page, 'plugin-colours');

  const evil = 'red;background:url(https://evil.example/x)';
  await page.goto(
    pluginUrl(origin, {
      'plugin-color-button': evil,
      'plugin-color-background': 'url(https://evil.example/x)',
      'plugin-color-text-1': '#fff}body{display:none',
    }),
  );
  await expect(button).toBeEnabled();
  expect(await page.evaluate(() => document.documentElement.getAttribute('style'))).toBeNull();
  await expect(button).toHaveCSS('background-color', 'rgb(36, 73, 216)');
  expect(problems).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [280, 480]) {
    test(`the plugin is accessible, ${colorScheme}, ${width} px wide`, async ({ browser, origin }) => {
      const context = await browser.newContext({
        colorScheme,
        viewport: { width, height: 440 },
        locale: 'en-US',
        baseURL: origin,
      });
      const page = await context.newPage();
      const problems = recordConsoleProblems(page);
      const name = `plugin-${colorScheme}-${width}`;
      await page.goto(pluginUrl(origin, { defaultSendCurrency: 'EUR', defaultGetCurrency: 'BTC' }));
      await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
      await inspectPage(page, name);
      const pay = page.getByRole('textbox', { name: 'You pay' });
      await pay.fill('99999999');
      await pay.blur();
      await expect(page.getByRole('alert')).toContainText('Max. amount is');
      await inspectPage(page, `${name}-fault`);
      await page.goto(pluginUrl(origin, { lang: 'zh-CN', sendCurrency: 'EUR', getCurrency: 'BTC' }));
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
      await expect(page.getByRole('button', { name: '继续' })).toBeEnabled();
      await inspectPage(page, `${name}-zh`);
      expect(problems).toEqual([]);
      await context.close();
    });
  }
}

test('a buyer continues by keyboard only', async ({ page, context, origin }) => {
  await page.goto(pluginUrl(origin, { defaultSendCurrency: 'EUR', defaultGetCurrency: 'BTC' }));
  const receive = page.getByRole('textbox', { name: 'You get (estimate)' });
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'You pay' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('30,50');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'You pay' })).toHaveValue('30.50');
  await expect(page.getByRole('combobox', { name: 'Currency you pay in' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(receive).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('ETH');
  await expect(page.getByRole('combobox', { name: 'Crypto you get' })).toHaveValue(/ETH/);
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  const purchaseQuery = waitForPurchaseQuery(context);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect((await purchaseQuery).get('defaultSendCurrencyAmount')).toBe('30.50');
});

test('requests a new quote when the countdown reaches zero', async ({ page, origin }) => {
  await page.clock.install();
  const waitForQuote = () => page.waitForResponse((response) => response.url().endsWith('/offerInquiry'));
  const first = waitForQuote();
  await page.goto(pluginUrl(origin));
  await first;
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  const second = waitForQuote();
  await page.clock.runFor(61_000);
  expect((await second).ok()).toBe(true);
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
});

test('shows an error when the window cannot be opened', async ({ page, origin }) => {
  const frame = await visitPartner(page, pluginUrl(origin), { sandboxed: 'yes' });
  await frame.getByRole('button', { name: 'Continue' }).click();
  await expect(frame.getByRole('status')).toHaveText("Couldn't launch Slipway, Please try again");
  expect((await readMessages(page)).some((message) => message?.type === 'slipway:continue')).toBe(false);
});

test('on a site with opener isolation, shows and reports that a window was opened', async ({
  page,
  context,
  origin,
}) => {
  const frame = await visitPartner(page, pluginUrl(origin), { isolated: 'yes' });
  const opening = context.waitForEvent('page');
  await frame.getByRole('button', { name: 'Continue' }).click();
  await opening;
  await expect(frame.getByRole('status')).toHaveText('Slipway is open in a new window.');
  await expect.poll(() => readMessages(page)).toContainEqual({ type: 'slipway:continue', version: 1 });
});
