/// <reference lib="dom" />

import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { type LinkKey, type Slipway, signLink } from '../../embed/node/node.ts';
import { queryOnce } from '../../server/platform/database/queryOnce.testing.ts';
import { logInAsBuyer, newBuyer, submitBuyerDetails } from '../buyers/buyer.ts';
import { goOffline, goOnline, persistOffline } from '../emulation/browserNetwork.ts';
import { SHOP } from '../partners/partnerServer.ts';
import type { SandboxClient } from '../sandboxClient.ts';
import { blockServiceWorkers, type World } from '../world.ts';
import type { ArrivalAct, GeneratedArrival } from './generatedArrival.ts';

export type ArrivalSurroundings = {
  readonly browser: Browser;
  readonly world: World;
  readonly desk: SandboxClient;
  readonly shop: Slipway;
  readonly linkKey: LinkKey;
};

/**
 * How a tab ended: at the payment of an order, at the page that stops a purchase, away from Slipway, or, which is a fault, at a
 * purchase whose amount or address the buyer can choose.
 */
export type TabEnd = 'ordered' | 'stopped' | 'left' | 'free';

/** Terms that the partner has fixed, and that every order of the arrival must have. */
export type FixedTerms = { readonly address: string; readonly sendCurrencyAmount: string; readonly reference: string };

export type PlayedArrival = {
  readonly email: string;
  readonly fixed: FixedTerms;
  /** One for each tab. */
  readonly ends: readonly TabEnd[];
};

const COMMON = { sendCurrency: 'EUR', getCurrency: 'ETH', payMethod: 'credit_debit_card' } as const;
const PATIENCE_MS = 60_000;
/** Waits only for the response; by default Playwright waits until the page has loaded. */
const COMMIT = { waitUntil: 'commit' } as const;
/** Maximum number of presses; a locked purchase needs fewer. */
const MAX_PRESSES = 12;
/** Age of an expired link; longer than a link is valid. */
const LATE_MS = 3_600_000;
/** Number of characters that are missing at the end of a shortened link or session. */
const CUT_CHARACTERS = 9;

/** Plays the arrival of a buyer who is logged in, and then continues every open tab to the payment of an order. */
export async function playArrival(
  arrival: GeneratedArrival,
  reference: string,
  { browser, world, desk, shop, linkKey }: ArrivalSurroundings,
): Promise<PlayedArrival> {
  const fixed: FixedTerms = {
    address: `0x${arrival.wallet.toString(16).padStart(40, '0')}`,
    sendCurrencyAmount: (arrival.cents / 100).toFixed(2),
    reference,
  };
  const buyer = await submitBuyerDetails(await newBuyer(world.origin, desk));
  const session = await createOpener(arrival, fixed, { world, shop, linkKey });
  const url = `${world.origin}/order?${new URLSearchParams({ partnerId: SHOP.id, session })}`;

  const context = await browser.newContext({ baseURL: world.origin, locale: 'en-US', reducedMotion: 'reduce' });
  context.setDefaultTimeout(PATIENCE_MS);
  try {
    await blockServiceWorkers(context);
    await persistOffline(context);
    const page = await context.newPage();
    await logInAsBuyer(page, world.origin, buyer);
    // The page of before the arrival, to which Back leads.
    await page.goto('/healthz');
    await arrive(page, url, arrival.network);
    for (const { act, pauseMs } of arrival.acts) {
      await sleep(pauseMs);
      await perform(act, context, url);
    }
    const ends: TabEnd[] = [];
    for (const tab of context.pages()) ends.push(await finish(tab));
    return { email: buyer.email, fixed, ends };
  } catch (error) {
    throw new Error(await describeTabs(context), { cause: error });
  } finally {
    await context.close();
  }
}

/** Returns the addresses and texts of all tabs. */
async function describeTabs(context: BrowserContext): Promise<string> {
  const described = context.pages().map(async (page) => `${page.url()}\n${await page.innerText('body').catch(String)}`);
  return (await Promise.all(described)).join('\n\n');
}

/** Returns the signed link or the session that opens the purchase, with the fault of the arrival. */
async function createOpener(
  { opener, fault }: GeneratedArrival,
  fixed: FixedTerms,
  { world, shop, linkKey }: Pick<ArrivalSurroundings, 'world' | 'shop' | 'linkKey'>,
): Promise<string> {
  const terms = { ...COMMON, ...fixed };
  if (fault === 'garbage') return opener === 'link' ? 'a.b.c' : '<!doctype html> Not found';
  const origin = fault === 'elsewhere' ? 'https://elsewhere.example' : SHOP.origin;
  const isLink = opener === 'link' || fault === 'elsewhere';
  const signedAt = new Date(Date.now() - (fault === 'expired' ? LATE_MS : 0));
  const linkOrSession = isLink
    ? signLink(linkKey, { ...terms, origin }, signedAt)
    : (await shop.call('createSession', terms)).session;
  if (fault === 'expired' && !isLink) await expireSession(world, fixed.reference);
  if (fault === 'used') await openElsewhere(world, linkOrSession);
  return fault === 'shortened' ? linkOrSession.slice(0, -CUT_CHARACTERS) : linkOrSession;
}

async function expireSession({ databaseUrl }: World, reference: string): Promise<void> {
  const expired = await queryOnce(
    databaseUrl,
    `update partner_sessions set expires_at = slipway_now() - interval '1 second'
     where terms ->> 'reference' = '${reference}' returning id`,
  );
  if (expired.length !== 1) throw new Error(`${expired.length} sessions have the reference ${reference}`);
}

/** Opens the link or session once, as another browser would. */
async function openElsewhere({ origin }: World, session: string): Promise<void> {
  const answer = await fetch(`${origin}/gateway/buying/openSession`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session }),
  });
  const { respCode } = (await answer.json()) as { readonly respCode: string };
  if (respCode !== '200') throw new Error(`the session does not open: ${respCode}`);
}

async function arrive(page: Page, url: string, network: GeneratedArrival['network']): Promise<void> {
  if (network === 'answer lost') await page.addInitScript(loseFirstAnswer);
  if (network === 'offline') await goOffline(page);
  await page.goto(url, COMMIT).catch(ignoreLoss);
  if (network !== 'offline') return;
  await page.context().setOffline(false);
  await page.goto(url, COMMIT);
  await goOnline(page);
}

/** Runs in the page: the server opens the session, and the page does not receive its first answer. */
function loseFirstAnswer(): void {
  const { fetch: send } = window;
  window.fetch = async (...request) => {
    const response = await send(...request);
    if (!response.url.endsWith('/openSession') || sessionStorage.getItem('e2e:lost') !== null) return response;
    sessionStorage.setItem('e2e:lost', 'yes');
    throw new TypeError('Failed to fetch');
  };
}

/** Performs the act in the newest tab. */
async function perform(act: ArrivalAct, context: BrowserContext, url: string): Promise<void> {
  const page = context.pages().at(-1) as Page;
  const acts: Readonly<Record<ArrivalAct, () => Promise<unknown>>> = {
    reload: () => page.reload(COMMIT),
    'go back': () => page.goBack(COMMIT),
    return: () => page.goForward(COMMIT),
    'second tab': async () => (await context.newPage()).goto(url, COMMIT),
    async offline() {
      if (findEndByUrl(page.url()) === 'left') return;
      await goOffline(page);
      await page.reload(COMMIT).catch(ignoreLoss);
      await page.context().setOffline(false);
      await page.reload(COMMIT);
      await goOnline(page);
    },
    press: () => pressContinue(page),
    'other amount': () => changeUrl(page, 'sendCurrencyAmount', '24.00'),
    'other coin': () => changeUrl(page, 'getCurrency', 'BTC'),
  };
  await acts[act]().catch(ignoreLoss);
}

const LOST_NAVIGATIONS = [
  'ERR_INTERNET_DISCONNECTED',
  // The page navigated at the same time.
  'ERR_ABORTED',
  'interrupted by another navigation',
  'Not attached to an active page',
  'Execution context was destroyed',
];

/** A navigation that did not happen is an error of Playwright; for a buyer the page just stays. */
function ignoreLoss(error: Error): void {
  if (!LOST_NAVIGATIONS.some((lost) => error.message.includes(lost))) throw error;
}

/** Loads the page's own URL with one part changed, as a buyer can in the address bar. */
async function changeUrl(page: Page, name: string, value: string): Promise<void> {
  const url = new URL(page.url());
  if (!url.searchParams.has(name)) return;
  url.searchParams.set(name, value);
  await page.goto(url.href, COMMIT);
}

const continueButton = (page: Page) => page.getByRole('button', { name: /^(?:Confirm|Continue|Reload|Accept)/ });
/** A field whose value the buyer can change. A locked purchase shows these fields read-only or not at all. */
const freeField = (page: Page) =>
  page.getByRole('textbox', { name: /^(?:You pay|Wallet Address)/ }).and(page.locator(':not([readonly], [disabled])'));
/**
 * "Incorrect address" appears after the buyer has changed the coin in the address bar: the fixed address does not belong to
 * that coin's network.
 */
const refusal = (page: Page) => page.getByText(/^(?:This purchase cannot continue|Incorrect address)/).first();

/** Continues in a tab until there is an order to pay, or the purchase is stopped. */
async function finish(page: Page): Promise<TabEnd> {
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    const end = await pressContinue(page);
    if (end) return end;
  }
  throw new Error(`still at ${page.url()} after ${MAX_PRESSES} presses`);
}

/**
 * Returns how the tab has ended. If it has not, presses the button that continues, waits until the page has changed, and returns
 * undefined.
 */
async function pressContinue(page: Page): Promise<TabEnd | undefined> {
  const { url: before, end } = await waitForChoice(page);
  if (end) return end;
  const leaves = page.waitForURL((url) => url.href !== before, COMMIT);
  const stops = refusal(page).waitFor();
  const press = continueButton(page).first().click();
  await Promise.any([leaves, stops, press.then(() => leaves)]);
  return undefined;
}

/** Waits until the page offers something to press, or the purchase has ended. */
async function waitForChoice(page: Page): Promise<{ readonly url: string; readonly end?: TabEnd }> {
  const ends = page.waitForURL((url) => findEndByUrl(url.href) !== undefined, COMMIT);
  const offers = continueButton(page).or(refusal(page)).or(freeField(page)).first().waitFor();
  await Promise.any([ends, offers]);
  const url = page.url();
  const end = findEndByUrl(url) ?? (await findEndByScreen(page));
  return { url, ...(end && { end }) };
}

function findEndByUrl(url: string): TabEnd | undefined {
  if (url.includes('orderNo=')) return 'ordered';
  // Back leads to the page of before the arrival, which is blank in a new tab.
  if (/^about:blank$|\/healthz$/.test(url)) return 'left';
  return undefined;
}

async function findEndByScreen(page: Page): Promise<TabEnd | undefined> {
  if (await refusal(page).isVisible()) return 'stopped';
  return (await freeField(page).isVisible()) ? 'free' : undefined;
}
