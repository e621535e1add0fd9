import type { Locator } from '@playwright/test';
import { patienceMs } from '../tools/patience/patience.ts';
import { expect } from './world.ts';

/** A press that the form slipped away from is made again after this time. */
const TRY_MS = patienceMs / 12;

/**
 * Chooses a radio or a checkbox by the label around it, as a buyer does. The input itself is hidden; a press that is forced
 * upon it hits another element once the form has moved, as it does when an error appears.
 */
export async function checkLabelled(control: Locator): Promise<void> {
  await expect(async () => {
    if (!(await control.isChecked())) await control.locator('xpath=ancestor::label').click({ timeout: TRY_MS });
    await expect(control).toBeChecked({ timeout: TRY_MS });
  }).toPass();
}
