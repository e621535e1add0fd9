import type { Page } from '@playwright/test';
import type { SectionId } from '../../console/app/sectionIds.ts';
import type { singleRolePeople } from '../../sandbox/world/samplePersons.ts';

/** Numbers of the orders that a test created to inspect them. */
export type InspectedOrders = { readonly 'On hold': string; readonly Delivered: string };

export type ConsoleScene = {
  readonly name: string;
  readonly section: SectionId;
  /** Path below the console's base URL. */
  readonly path: string;
  /** A person whose role uses this screen. */
  readonly as: keyof typeof singleRolePeople;
  /** Actions that reach the state. Opens one of `orders`, or any order in the same status if omitted. */
  readonly open?: (page: Page, orders?: InspectedOrders) => Promise<void>;
  /** True if another scene has the same parts: this one has a picture but is not inspected. */
  readonly isAlike?: boolean;
};

const createOrderTabScene = ([tab, title]: readonly [tab: string, title: string]): ConsoleScene => ({
  name: `order-${tab}`,
  isAlike: tab !== 'postings',
  section: 'orders',
  path: 'orders',
  as: 'cleo',
  async open(page, orders) {
    await openOrder(page, 'Delivered', orders);
    await page.getByRole('tab', { name: new RegExp(`^${title}`) }).click();
  },
});

/** Every screen of the console, with data in it. Pictures and inspections use the same scenes. */
export const consoleScenes: readonly ConsoleScene[] = [
  { name: 'today', section: 'today', path: 'today', as: 'dora' },
  { name: 'mentions', section: 'today', path: 'mentions', as: 'cleo' },
  { name: 'reviews', section: 'reviews', path: 'reviews', as: 'cleo' },
  { name: 'orders', section: 'orders', path: 'orders', as: 'sam' },
  {
    name: 'order',
    section: 'orders',
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
  { name: 'buyers', section: 'buyers', path: 'buyers', as: 'cleo' },
  {
    name: 'buyer',
    section: 'buyers',
    path: 'buyers',
    as: 'cleo',
    async open(page) {
      await openFirstRow(page);
      await page.waitForURL(/\/buyers\/./);
    },
  },
  { name: 'treasury', section: 'treasury', path: 'treasury', as: 'tess' },
  { name: 'treasury-payouts', section: 'treasury', path: 'treasury/payouts', as: 'tess' },
  { name: 'reconciliation', section: 'reconciliation', path: 'reconciliation', as: 'tess' },
  { name: 'catalog', section: 'catalog', path: 'catalog/fee', as: 'dora' },
  {
    name: 'catalog-row',
    section: 'catalog',
    path: 'catalog/fee',
    as: 'dora',
    async open(page) {
      await openFirstRow(page);
      await page.waitForURL(/\/catalog\/fee\/./);
    },
  },
  { name: 'providers', section: 'providers', path: 'providers', as: 'dora' },
  { name: 'partners', section: 'partners', path: 'partners', as: 'dora' },
  {
    name: 'partner',
    section: 'partners',
    path: 'partners',
    as: 'dora',
    async open(page) {
      await openFirstRow(page);
      await page.waitForURL(/\/partners\/./);
    },
  },
  { name: 'reports', section: 'reports', path: 'reports', as: 'tess' },
  ...['volumes', 'funnel', 'declines', 'spread', 'times', 'balance', 'daily', 'exports'].map(
    (report): ConsoleScene => ({
      name: `reports-${report}`,
      section: 'reports',
      path: `reports/${report}`,
      as: 'tess',
      isAlike: !['funnel', 'declines', 'balance', 'exports'].includes(report),
    }),
  ),
  { name: 'people', section: 'people', path: 'people', as: 'dora' },
  ...['roles', 'requests', 'sessions', 'audit'].map(
    (part): ConsoleScene => ({
      name: part === 'requests' ? part : `people-${part}`,
      section: 'people',
      path: `people/${part}`,
      as: 'dora',
    }),
  ),
  {
    name: 'find',
    section: 'today',
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
    section: 'today',
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
