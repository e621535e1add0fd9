import type { Page } from '@playwright/test';
import type { PlaceId } from '../../console/app/placeIds.ts';
import type { personsOfRoles } from '../../sandbox/world/samplePersons.ts';

/** Orders that the inspections have made for themselves: their numbers. */
export type OwnOrders = { readonly 'On hold': string; readonly Delivered: string };

export type ConsoleScene = {
  readonly name: string;
  readonly place: PlaceId;
  /** Behind the console's address. */
  readonly path: string;
  /** Whose work it is. */
  readonly as: keyof typeof personsOfRoles;
  /** What is pressed first. An order is one of `orders`, or any in that status if they are left out. */
  readonly open?: (page: Page, orders?: OwnOrders) => Promise<void>;
  /** Made of the same parts as another: pictured, and not inspected besides. */
  readonly isAlike?: boolean;
};

const tabOf = (order: string): ConsoleScene => ({
  name: `order-${order}`,
  isAlike: order !== 'postings',
  place: 'orders',
  path: 'orders',
  as: 'cleo',
  async open(page, orders) {
    await openOrder(page, 'Delivered', orders);
    await page.getByRole('tab', { name: new RegExp(`^${order}`, 'i') }).click();
  },
});

/** Every place of the console, as it is with life in it; pictures and inspections walk over the same ones. */
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
  ...['conversions', 'payouts', 'judgements', 'letters', 'postings'].map(tabOf),
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
  ...['volumes', 'funnel', 'declines', 'spread', 'times', 'daily', 'exports'].map(
    (report): ConsoleScene => ({
      name: `reports-${report}`,
      place: 'reports',
      path: `reports/${report}`,
      as: 'tess',
      isAlike: !['funnel', 'declines', 'exports'].includes(report),
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

async function openOrder(page: Page, status: keyof OwnOrders, orders?: OwnOrders): Promise<void> {
  await page.getByRole('button', { name: status, exact: true }).click();
  const main = page.getByRole('main');
  await (orders ? main.getByTitle(orders[status]) : main.getByText(status, { exact: true }).last()).click();
  await page.getByRole('tab', { name: /^Journal/ }).waitFor();
}

async function openFirstRow(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('row').nth(1).click();
}
