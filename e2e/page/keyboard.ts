/// <reference lib="dom" />
import type { Locator, Page } from '@playwright/test';
import { expect } from '../world.ts';

/** Maximum number of Tab presses; no screen has as many controls. */
const MAX_STEPS = 60;

/** Presses Tab until the control has the focus; checks that the focus is never lost on the way. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (await hasFocus(control)) return;
    await page.keyboard.press(key);
    expect(await readFocusedTag(page), `the focus was lost before ${control.toString()}`).not.toBe('BODY');
  }
  throw new Error(`Tab does not lead to ${control.toString()}.`);
}

/** Tabs to the control and presses it. */
export async function pressByKeyboard(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** Tabs to the field and types. */
export async function typeByKeyboard(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}

/**
 * Chooses an option by typing the beginning of its name. A native list selects it immediately; the custom list filters, and
 * Enter selects the first option.
 */
export async function pickByKeyboard(page: Page, name: string, text: string): Promise<void> {
  const box = page.getByRole('combobox', { name });
  await typeByKeyboard(page, box, text);
  if ((await box.evaluate((element) => element.tagName)) === 'SELECT') {
    await expect(box.locator('option:checked')).toHaveText(new RegExp(`^${text}`));
    return;
  }
  await expect(page.getByRole('listbox').getByRole('option', { name: text })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue(text);
}

/** Checks a navigation: the new heading has the focus without a ring, and the page has the title and announced it. */
export async function expectNavigatedTo(page: Page, title: string): Promise<void> {
  await expect.poll(() => readFocusedTag(page)).toBe('H1');
  await expect(page.locator('h1')).toHaveCSS('outline-style', 'none');
  await expect(page.locator('[aria-live="polite"]').filter({ hasText: new RegExp(`^${title}$`) })).toBeAttached();
  await expect(page).toHaveTitle(title);
}

/** Returns whether the control has the focus, also inside a frame, where the frame's document has it. */
function hasFocus(control: Locator): Promise<boolean> {
  return control.evaluate(
    (element) => element === element.ownerDocument.activeElement && element.ownerDocument.hasFocus(),
  );
}

export function readFocusedTag(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.tagName ?? 'nothing');
}
