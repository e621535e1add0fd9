/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import { checkByLabel } from '../buyers/checkByLabel.ts';
import { expect } from '../world.ts';
import { addWeekOfPrices } from './addWeekOfPrices.ts';
import { answerCall, modifyAnswer, refuseCall, withholdAnswers } from './interceptedAnswers.ts';
import type { Scene } from './scene.ts';
import { expectTitle, logInAsAnna, waitForPopup } from './sceneSetup.ts';

const EURO_TO_BITCOIN = 'defaultSendCurrency=EUR&defaultGetCurrency=BTC';

/** Opens Edit and waits for a live quote and the fees of the payment methods. */
async function openQuotedEdit(page: Page, path = `/edit?${EURO_TO_BITCOIN}`): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  await expect(page.getByText(/^Fee: \d/).first()).toBeVisible();
}

async function enterPayAmount(page: Page, amount: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'You pay' });
  await field.fill(amount);
  await field.blur();
}

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await waitForPopup(page);
}

async function openPicker(page: Page, button: RegExp, search = ''): Promise<void> {
  await openQuotedEdit(page);
  await page.getByRole('button', { name: button }).click();
  await waitForPopup(page);
  await expect(page.getByRole('option').first()).toBeVisible();
  if (search !== '') await page.getByRole('combobox').fill(search);
}

/** Makes timers of two seconds or more last an hour: a toast would disappear before a slow machine has inspected it. */
async function stretchTimers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = window.setTimeout.bind(window);
    window.setTimeout = ((handler: TimerHandler, delay = 0, ...rest: unknown[]) =>
      start(handler, delay < 2_000 ? delay : 3_600_000, ...rest)) as typeof window.setTimeout;
  });
}

/** Finds the market price, which wide screens show next to the purchase. */
const findMarketPrice = (page: Page) => page.locator('.market-price');

const createEditScene = (scene: Omit<Scene, 'route'>): Scene => ({
  route: '/edit',
  whenWide: findMarketPrice,
  ...scene,
});

/** Creates a scene of Edit without its lists of currencies, which shows no market price. */
const createBareEditScene = (scene: Omit<Scene, 'route'>): Scene => ({ route: '/edit', ...scene });

export const editScenes: readonly Scene[] = [
  createBareEditScene({
    name: 'edit-loading',
    shows: 'The lists of currencies are loading',
    arrive: async (page) => {
      await withholdAnswers(page, 'payList', 'getList');
      await page.goto('/edit');
      await expectTitle(page, 'Buy');
      await expect(page.locator('main [aria-busy="true"]').first()).toBeVisible();
    },
  }),
  createEditScene({
    name: 'edit-quoting',
    shows: 'A quote is loading: the receive amount and the methods are skeletons',
    arrive: async (page) => {
      await withholdAnswers(page, 'offerInquiry');
      await page.goto(`/edit?${EURO_TO_BITCOIN}`);
      await expect(page.getByRole('textbox', { name: /You get/ })).toHaveAttribute('aria-busy', 'true');
    },
  }),
  createEditScene({
    name: 'edit-quoted',
    shows: 'A live quote of 100 EUR in bitcoin',
    arrive: async (page) => openQuotedEdit(page),
  }),
  createEditScene({
    name: 'edit-market',
    shows: 'A week of market prices next to the quote, on wide screens',
    whenWide: (page) => page.locator('.market-chart'),
    arrive: async (page) => {
      // A fixed curve, so that the picture does not depend on real prices.
      await modifyAnswer(page, 'currencyPrice', addWeekOfPrices);
      await openQuotedEdit(page);
    },
  }),
  createEditScene({
    name: 'edit-typing',
    shows: 'An amount is being typed: the field has the focus, and the quote is still for the previous amount',
    arrive: async (page) => {
      await openQuotedEdit(page);
      await page.getByRole('textbox', { name: 'You pay' }).fill('250.5');
    },
  }),
  createEditScene({
    name: 'edit-below-minimum',
    shows: 'The amount is below the minimum',
    arrive: async (page) => {
      await openQuotedEdit(page);
      await enterPayAmount(page, '1');
      await expect(page.getByText(/^Min\. amount is/)).toBeVisible();
    },
  }),
  createEditScene({
    name: 'edit-above-maximum',
    shows: 'The amount is above the maximum',
    arrive: async (page) => {
      await openQuotedEdit(page);
      await enterPayAmount(page, '9999999');
      await expect(page.getByText(/^Max\. amount is/)).toBeVisible();
    },
  }),
  createEditScene({
    name: 'edit-no-price',
    shows: 'There is no reliable price: an error below the receive amount, and a button to try again',
    arrive: async (page) => {
      await openQuotedEdit(page);
      await refuseCall(page, 'offerInquiry', 'price_unavailable');
      await enterPayAmount(page, '500');
      await expect(page.getByText(/There is no reliable price/)).toBeVisible();
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    },
  }),
  createBareEditScene({
    name: 'edit-no-lists',
    shows: 'The lists of currencies could not be loaded',
    arrive: async (page) => {
      await refuseCall(page, 'payList', 'fault', { reference: '7KQ2M4' });
      await page.goto('/edit');
      await expect(page.getByText('Reference 7KQ2M4')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Payment Method' })).toHaveCount(0);
    },
  }),
  createEditScene({
    name: 'edit-methods-failed',
    shows: 'The payment methods could not be loaded',
    arrive: async (page) => {
      await refuseCall(page, 'priceList', 'fault', { reference: '7KQ2M4' });
      await page.goto(`/edit?${EURO_TO_BITCOIN}`);
      await expect(page.getByText('Oops! Try again later.')).toBeVisible();
    },
  }),
  createEditScene({
    name: 'edit-methods-empty',
    shows: 'There is no payment method',
    arrive: async (page) => {
      await answerCall(page, 'priceList', { priceList: [] });
      await page.goto(`/edit?${EURO_TO_BITCOIN}`);
      await expect(page.getByText('No payment methods available. Please refresh the page.')).toBeVisible();
    },
  }),
  createEditScene({
    name: 'edit-transfer',
    shows: 'Bank transfer is selected: how long it takes',
    arrive: async (page) => {
      await openQuotedEdit(page);
      await checkByLabel(page.getByRole('radio', { name: 'Bank transfer' }));
      await expect(page.getByText(/^Transfers take 1–3 working days/)).toBeVisible();
    },
  }),
  createEditScene({
    name: 'edit-summary-closed',
    shows: 'The summary is collapsed to one line',
    arrive: async (page) => {
      await openQuotedEdit(page);
      const head = page.locator('.summary-head');
      if ((await head.getAttribute('aria-expanded')) === 'true') await head.click();
      await expect(head).toHaveAttribute('aria-expanded', 'false');
    },
  }),
  createEditScene({
    name: 'edit-amount-10',
    shows: 'Amounts of ten characters, in a smaller font',
    arrive: async (page) => {
      await openQuotedEdit(
        page,
        '/edit?defaultSendCurrency=JPY&defaultGetCurrency=BTC&defaultSendCurrencyAmount=150000',
      );
      await expect(page.getByRole('textbox', { name: /You get/ })).toHaveValue(/^.{10}$/);
    },
  }),
  createEditScene({
    name: 'edit-amount-13',
    shows: 'Amounts of thirteen or more characters, in an even smaller font',
    arrive: async (page) => {
      await openQuotedEdit(
        page,
        '/edit?defaultSendCurrency=EUR&defaultGetCurrency=POL&defaultSendCurrencyAmount=1234.56',
      );
      await expect(page.getByRole('textbox', { name: /You get/ })).toHaveValue(/^.{13}/);
    },
  }),
  createEditScene({
    name: 'edit-locked',
    shows: 'The link fixes the amount and the currencies',
    arrive: async (page) => openQuotedEdit(page, '/edit?sendCurrency=EUR&sendCurrencyAmount=100&getCurrency=BTC'),
  }),
  createEditScene({
    name: 'edit-link-unoffered',
    shows: 'A link that asks for a currency, a crypto and a provider that are not offered',
    arrive: async (page) => {
      await openQuotedEdit(
        page,
        '/edit?sendCurrency=VND&sendCurrencyAmount=5000&defaultGetCurrency=NOPE&offerType=nobody',
      );
      await expect(page.getByRole('textbox', { name: 'You pay' })).toHaveValue('100.00');
      await expect(page.getByRole('alert')).toHaveCount(3);
    },
  }),
  createEditScene({
    name: 'edit-error-toast',
    shows: 'Back from an order that could not be placed: the reason, as a toast',
    arrive: async (page) => {
      await stretchTimers(page);
      await page.goto(`/edit?${EURO_TO_BITCOIN}&error=order_refused`);
      await expect(page.getByText('The order could not be placed. Please ask for a new quote.')).toBeVisible();
    },
    replay: async (page) => page.evaluate(() => history.pushState(null, '', `${location.href}&again`)),
  }),
  createEditScene({
    name: 'edit-pay-picker',
    shows: 'The currencies to pay with',
    arrive: async (page) => openPicker(page, /^EUR/),
  }),
  createEditScene({
    name: 'edit-receive-picker',
    shows: 'The cryptos to buy: popular ones, an index of letters, networks and contracts',
    arrive: async (page) => openPicker(page, /^BTC/),
  }),
  createEditScene({
    name: 'edit-picker-search',
    shows: 'A search among the cryptos',
    arrive: async (page) => openPicker(page, /^BTC/, 'usd'),
  }),
  createEditScene({
    name: 'edit-picker-nothing',
    shows: 'A search that finds nothing',
    arrive: async (page) => {
      await openPicker(page, /^BTC/, 'dogcoin');
      await expect(page.getByText(/^It appears no result/)).toBeVisible();
    },
  }),
  createEditScene({
    name: 'edit-country-picker',
    shows: 'The countries',
    arrive: async (page) => openPicker(page, /Germany/),
  }),
  createEditScene({
    name: 'edit-country-nothing',
    shows: 'A search for a country that does not exist',
    arrive: async (page) => {
      await openPicker(page, /Germany/, 'Atlantis');
      await expect(page.getByText('Country not found')).toBeVisible();
    },
  }),
  createEditScene({
    name: 'edit-drawer',
    shows: 'The menu of a visitor who is not logged in',
    arrive: async (page) => {
      await openQuotedEdit(page);
      await openMenu(page);
    },
  }),
  createEditScene({
    name: 'edit-drawer-logged-in',
    shows: 'The menu of a buyer who is logged in',
    arrive: async (page, world) => {
      await logInAsAnna(page, world);
      await openQuotedEdit(page);
      await openMenu(page);
    },
  }),
  createEditScene({
    name: 'edit-log-out',
    shows: 'Asks for confirmation before logging out',
    arrive: async (page, world) => {
      await logInAsAnna(page, world);
      await openQuotedEdit(page);
      await openMenu(page);
      await page.getByRole('button', { name: 'Log Out' }).click();
      await expect(page.getByText('Are you sure you want to log out?')).toBeVisible();
      await waitForPopup(page);
    },
  }),
  {
    name: 'quote',
    shows: 'Another path of Edit',
    route: '/quote',
    whenWide: findMarketPrice,
    arrive: async (page) => openQuotedEdit(page, `/quote?${EURO_TO_BITCOIN}`),
  },
  {
    name: 'buy-crypto',
    shows: 'Edit with the crypto in the path',
    route: '/buy/:getCurrency',
    whenWide: findMarketPrice,
    arrive: async (page) => openQuotedEdit(page, '/buy/ETH'),
  },
  {
    name: 'buy-v1',
    shows: 'Edit under an older path',
    route: '/buy-v1',
    whenWide: findMarketPrice,
    arrive: async (page) => openQuotedEdit(page, '/buy-v1'),
  },
  {
    name: 'buy-v1-crypto',
    shows: 'The older path with a crypto in it',
    route: '/buy-v1/:getCurrency',
    whenWide: findMarketPrice,
    arrive: async (page) => openQuotedEdit(page, '/buy-v1/BTC'),
  },
];
