/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test';
import { expect } from './world.ts';

/** More than any screen has to pass over. */
const MOST_STEPS = 60;

/** Presses Tab until the control has the focus, as a buyer without a pointer does; the focus is never lost on the way. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  for (let step = 0; step < MOST_STEPS; step += 1) {
    if (await hasFocus(control)) return;
    await page.keyboard.press(key);
    expect(await focused(page), `the focus was lost before ${control.toString()}`).not.toBe('BODY');
  }
  throw new Error(`Tab does not lead to ${control.toString()}.`);
}

/** Goes to the control and presses it. */
export async function press(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** Goes to the field and types. */
export async function type(page: Page, field: Locator, words: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(words);
}

/**
 * Chooses an option by typing the beginning of its name. A native list takes it at once; our own list shows what it finds, and
 * Enter takes the first.
 */
export async function pick(page: Page, name: string, words: string): Promise<void> {
  const box = page.getByRole('combobox', { name });
  await type(page, box, words);
  if ((await box.evaluate((element) => element.tagName)) === 'SELECT') {
    await expect(box.locator('option:checked')).toHaveText(new RegExp(`^${words}`));
    return;
  }
  await expect(page.getByRole('listbox').getByRole('option', { name: words })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue(words);
}

/** After a navigation: the new heading has the focus, without a ring, and its title was said. */
export async function expectArrival(page: Page, title: string): Promise<void> {
  await expect.poll(() => focused(page)).toBe('H1');
  await expect(page.locator('h1')).toHaveCSS('outline-style', 'none');
  await expect(page.locator('[aria-live="polite"]').filter({ hasText: new RegExp(`^${title}$`) })).toBeAttached();
  await expect(page).toHaveTitle(`${title} · Slipway`);
}

/** Also inside a frame: there the frame's own document has it. */
function hasFocus(control: Locator): Promise<boolean> {
  return control.evaluate(
    (element) => element === element.ownerDocument.activeElement && element.ownerDocument.hasFocus(),
  );
}

export function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.tagName ?? 'nothing');
}
