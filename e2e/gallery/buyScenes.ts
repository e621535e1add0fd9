import type { Page } from '@playwright/test';
import { expect } from '../world.ts';
import { WALLETS } from './galleryWorld.ts';
import type { Scene } from './scene.ts';
import { expectTitle, logInAsAnna, waitForPopup } from './sceneSetup.ts';

const PREFILLED_QUERY = 'defaultSendCurrency=EUR&defaultGetCurrency=BTC&defaultSendCurrencyAmount=120';

async function openBuy(page: Page, query = ''): Promise<void> {
  await page.goto(`/buy${query}`);
  await expect(page.getByText(/^\$[\d,]+$/)).toBeVisible();
}

const createBuyScene = (scene: Omit<Scene, 'route'>): Scene => ({ route: '/buy', ...scene });

export const buyScenes: readonly Scene[] = [
  createBuyScene({ name: 'buy', shows: 'The short buying page', arrive: async (page) => openBuy(page) }),
  createBuyScene({
    name: 'buy-filled',
    shows: 'Amount and address are entered',
    arrive: async (page) => {
      await openBuy(page, `?getCurrency=BTC&getCurrencyAmount=0.01&receiveAddress=${WALLETS.bitcoin}`);
      await expect(page.getByRole('button', { name: 'Get started' })).toBeEnabled();
    },
  }),
  createBuyScene({
    name: 'buy-errors',
    shows: 'Too little, and an address of another network',
    arrive: async (page) => {
      await openBuy(page, '?getCurrency=BTC');
      await page.getByRole('textbox', { name: 'I want to buy' }).fill('0.00000001');
      await page.getByRole('textbox', { name: 'To my wallet address' }).fill(WALLETS.ether);
      await page.getByRole('textbox', { name: 'To my wallet address' }).blur();
      await expect(page.getByText(/^Min\. amount is/)).toBeVisible();
      await expect(page.getByText(/^Incorrect address/)).toBeVisible();
    },
  }),
  createBuyScene({
    name: 'buy-volume',
    shows: 'The explanation of the volume',
    arrive: async (page) => {
      await openBuy(page);
      await page.getByRole('button', { name: 'About 24h volume' }).click();
      await expect(page.getByText(/^How much of a cryptocurrency/)).toBeVisible();
    },
  }),
  createBuyScene({
    name: 'buy-unopened',
    shows: 'The browser blocked the window: a link instead',
    arrive: async (page) => {
      await page.addInitScript(() => {
        window.open = () => null;
      });
      await openBuy(page, `?getCurrency=BTC&getCurrencyAmount=0.01&receiveAddress=${WALLETS.bitcoin}`);
      await page.getByRole('button', { name: 'Get started' }).click();
      await expect(page.getByRole('link', { name: 'Open Slipway' })).toBeVisible();
    },
  }),
  createBuyScene({
    name: 'buy-picker',
    shows: 'The list of cryptos to choose from',
    arrive: async (page) => {
      await openBuy(page);
      await page.getByRole('button', { name: 'Change' }).click();
      await waitForPopup(page);
    },
  }),
  createBuyScene({
    name: 'buy-not-sold',
    shows: 'The URL names a crypto that is not sold',
    arrive: async (page) => {
      await page.goto('/buy?getCurrency=NOPE');
      await expectTitle(page, 'We do not sell NOPE');
    },
  }),
  {
    name: 'order',
    shows: 'A purchase started by a link: the payment method is still to be chosen',
    route: '/order',
    arrive: async (page) => {
      await page.goto(`/order?${PREFILLED_QUERY}&address=${WALLETS.bitcoin}`);
      await expect(page.getByRole('radio', { name: /Card/ })).toBeChecked();
    },
  },
  {
    name: 'order-partner',
    shows: 'A purchase started by a link of a payment partner',
    route: '/order',
    arrive: async (page) => {
      await page.goto(`/order?${PREFILLED_QUERY}&partnerId=payments`);
      await expect(page.getByText('You came here from Payment partner.')).toBeVisible();
    },
  },
  {
    name: 'order-too-little',
    shows: 'The amount in the link is below the minimum',
    route: '/order',
    arrive: async (page) => {
      await page.goto('/order?defaultSendCurrency=EUR&defaultGetCurrency=BTC&defaultSendCurrencyAmount=1');
      await expect(page.getByText(/^Min\. amount is/)).toBeVisible();
    },
  },
  {
    name: 'redirect',
    shows: 'Asks before returning to the partner’s site',
    route: '/redirect',
    arrive: async (page) => {
      await page.goto(
        `/redirect?partnerId=shop&redirectUrl=${encodeURIComponent('https://shop.partner.example/done')}`,
      );
      await expectTitle(page, 'You are leaving for Partner site');
    },
  },
  {
    name: 'redirect-nowhere',
    shows: 'A link without a destination',
    route: '/redirect',
    arrive: async (page) => {
      await page.goto('/redirect');
      await expectTitle(page, 'This link leads nowhere');
    },
  },
  {
    name: 'wait-payment',
    shows: 'An order at the operator that awaits payment',
    route: '/wait-payment',
    arrive: async (page, world) => {
      const { orderNo } = await world.openOrder();
      await logInAsAnna(page, world);
      await page.goto(`/wait-payment?orderNo=${orderNo}`);
      await expectTitle(page, 'Awaiting payment');
    },
  },
  {
    name: 'wait-payment-none',
    shows: 'There is no order to wait for',
    route: '/wait-payment',
    arrive: async (page) => {
      await page.goto('/wait-payment');
      await expectTitle(page, 'There is no order to wait for');
    },
  },
  {
    name: 'plugin',
    shows: 'The plugin that partners frame',
    route: null,
    arrive: async (page) => {
      await page.goto('/plugin?defaultSendCurrency=EUR&defaultGetCurrency=BTC');
      await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
    },
  },
  {
    name: 'plugin-colors',
    shows: 'The plugin in a partner’s colours',
    route: null,
    arrive: async (page) => {
      const colors = new URLSearchParams({
        'plugin-color-text-1': '#F5F0E3',
        'plugin-color-text-2': '#AFC0B6',
        'plugin-prompt-color-text': '#FFB4A8',
        'plugin-color-button': '#E4B04A',
        'plugin-color-button-text': '#1B1608',
        'plugin-color-background': '#12211C',
      });
      await page.goto(`/plugin?defaultSendCurrency=EUR&defaultGetCurrency=BTC&${colors}`);
      await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
    },
  },
  {
    name: 'terms',
    shows: 'The terms of service',
    route: null,
    arrive: async (page) => {
      await page.goto('/terms.html');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
];
