import type { Page } from '@playwright/test';
import type { SectionId } from '../../console/app/sectionIds.ts';
import type { singleRolePeople } from '../../sandbox/world/samplePersons.ts';

/** Numbers of the orders that the inspecting tests created for their own use. */
export type InspectedOrders = { readonly 'On hold': string; readonly Delivered: string };

export type ConsoleScene = {
  readonly name: string;
  readonly place: SectionId;
  /** Path below the console's base URL. */
  readonly path: string;
  /** The person whose role uses this screen. */
  readonly as: keyof typeof singleRolePeople;
  /** Actions that reach the state. An order is one of `orders`, or any order in that status if omitted. */
  readonly open?: (page: Page, orders?: InspectedOrders) => Promise<void>;
  /** True for a screen with the same parts as another scene's: it has a picture but is not inspected. */
  readonly isAlike?: boolean;
};

const createOrderTabScene = ([order, title]: readonly [name: string, title: string]): ConsoleScene => ({
  name: `order-${order}`,
  isAlike: order !== 'postings',
  place: 'orders',
  path: 'orders',
  as: 'cleo',
  async open(page, orders) {
    await openOrder(page, 'Delivered', orders);
    await page.getByRole('tab', { name: new RegExp(`^${title}`) }).click();
  },
});

/** Every screen of the console, with data in it. Pictures and inspections use the same scenes. */
export const consoleScenes: readonly ConsoleScene[] = [
  { name: 'today', place: 'today', path: 'today', as: 'dora' },
  { name: 'mentions', place: 'today', path: 'mentions', as: 'cleo' },
  { name: 'reviews', place: 'reviews', path: 'reviews', as: 'cleo' },
  { name: 'orders', place: 'orders', path: 'orders', as: 'sam' },
  {
    name: 'order',
    place: 'orders',
    path: 'orders',
    as: 'cleo',
    async open(page, orders) {
      await openOrder(page, 'On hold', orders);
      await page.getByRole('radio', { disabled: false }).first().click();
    },
  },
  ...(
    [
      ['conversions', 'Conversions'],
      ['payouts', 'Payouts'],
      ['judgements', 'Risk checks'],
      ['emails', 'Emails'],
      ['postings', 'Ledger entries'],
    ] as const
  ).map(createOrderTabScene),
  { name: 'buyers', place: 'buyers', path: 'buyers', as: 'cleo' },
  {
    name: 'buyer',
    place: 'buyers',
    path: 'buyers',
    as: 'cleo',
    async open(page) {
      await openFirstRow(page);
      await page.waitForURL(/\/buyers\/./);
    },
  },
  { name: 'treasury', place: 'treasury', path: 'treasury', as: 'tess' },
  { name: 'treasury-payouts', place: 'treasury', path: 'treasury/payouts', as: 'tess' },
  { name: 'reconciliation', place: 'reconciliation', path: 'reconciliation', as: 'tess' },
  { name: 'catalog', place: 'catalog', path: 'catalog/fee', as: 'dora' },
  {
    name: 'catalog-row',
    place: 'catalog',
    path: 'catalog/fee',
    as: 'dora',
    async open(page) {
      await openFirstRow(page);
      await page.waitForURL(/\/catalog\/fee\/./);
    },
  },
  { name: 'providers', place: 'providers', path: 'providers', as: 'dora' },
  { name: 'partners', place: 'partners', path: 'partners', as: 'dora' },
  {
    name: 'partner',
    place: 'partners',
    path: 'partners',
    as: 'dora',
    async open(page) {
      await openFirstRow(page);
      await page.waitForURL(/\/partners\/./);
    },
  },
  { name: 'reports', place: 'reports', path: 'reports', as: 'tess' },
  ...['volumes', 'funnel', 'declines', 'spread', 'times', 'balance', 'daily', 'exports'].map(
    (report): ConsoleScene => ({
      name: `reports-${report}`,
      place: 'reports',
      path: `reports/${report}`,
      as: 'tess',
      isAlike: !['funnel', 'declines', 'balance', 'exports'].includes(report),
    }),
  ),
  { name: 'people', place: 'people', path: 'people', as: 'dora' },
  ...['roles', 'requests', 'sessions', 'audit'].map(
    (part): ConsoleScene => ({
      name: part === 'requests' ? part : `people-${part}`,
      place: 'people',
      path: `people/${part}`,
      as: 'dora',
    }),
  ),
  {
    name: 'find',
    place: 'today',
    path: 'today',
    as: 'dora',
    async open(page) {
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox').fill('re');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'keys',
    place: 'today',
    path: 'today',
    as: 'dora',
    async open(page) {
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
];

async function openOrder(page: Page, status: keyof InspectedOrders, orders?: InspectedOrders): Promise<void> {
  await page.getByRole('button', { name: status, exact: true }).click();
  const main = page.getByRole('main');
  await (orders ? main.getByTitle(orders[status]) : main.getByText(status, { exact: true }).last()).click();
  await page.getByRole('tab', { name: /^Journal/ }).waitFor();
}

async function openFirstRow(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('row').nth(1).click();
}
