import type { Locator } from '@playwright/test';
import { expect } from './world.ts';

/**
 * Chooses a radio or a checkbox by the label around it, as a buyer does. The input itself is hidden; a press that is forced
 * upon it meets whatever stands there once the form has moved, as it does when a fault is said. A press that the form slipped
 * away from is made again.
 */
export async function checkLabelled(control: Locator): Promise<void> {
  await expect(async () => {
    if (!(await control.isChecked())) await control.locator('xpath=ancestor::label').click({ timeout: 2_000 });
    await expect(control).toBeChecked({ timeout: 1_000 });
  }).toPass();
}
