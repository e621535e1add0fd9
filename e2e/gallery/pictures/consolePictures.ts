import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';

/** Kept in the repository, because the README shows them. */
export const README_CONSOLE = fileURLToPath(new URL('../../../docs/console/', import.meta.url));

type ConsoleScene = {
  readonly name: string;
  readonly path: string;
  /** What is pressed first. */
  readonly open?: (page: Page) => Promise<void>;
};

/** Every place of the console, as it is with life in it. */
export const consoleScenes: readonly ConsoleScene[] = [
  { name: 'today', path: 'today' },
  { name: 'mentions', path: 'mentions' },
  { name: 'reviews', path: 'reviews' },
  { name: 'orders', path: 'orders' },
  {
    name: 'order',
    path: 'orders',
    async open(page) {
      await page.getByRole('button', { name: 'On hold', exact: true }).click();
      await page.getByText('On hold', { exact: true }).last().click();
      await page.getByRole('radio').first().waitFor();
      await page.getByRole('radio').first().click();
    },
  },
  { name: 'buyers', path: 'buyers' },
  { name: 'treasury', path: 'treasury' },
  { name: 'reconciliation', path: 'reconciliation' },
  { name: 'catalog', path: 'catalog/fee' },
  { name: 'providers', path: 'providers' },
  { name: 'partners', path: 'partners' },
  { name: 'reports', path: 'reports' },
  { name: 'people', path: 'people' },
  { name: 'requests', path: 'people/requests' },
];

const shown: readonly string[] = ['today-desktop-light.png', 'order-desktop-dark.png'];

export function consoleReadmeFile(file: string): boolean {
  return shown.includes(file);
}
