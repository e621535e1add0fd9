import type { Page } from '@playwright/test';
import { expect } from '../world.ts';

/** A desk: what most persons at an operator sit at. */
export const DESK = { width: 1440, height: 900 };

/** Enters as somebody of the sandbox, by one press, whoever was in before. */
export async function enterAs(page: Page, consoleUrl: string, name: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto(`${consoleUrl}/`);
  await page.getByRole('button', { name: new RegExp(`^${name}\\b`, 'i') }).click();
  await expect(page.getByRole('navigation', { name: 'Places' })).toBeVisible();
}
