import type { Locator } from '@playwright/test';
import { patienceMs } from '../../tools/patience/patience.ts';
import { expect } from '../world.ts';

/** Time limit of one click. The form may move during the click, so `checkByLabel` tries again. */
const ATTEMPT_TIMEOUT_MS = patienceMs / 30;

/**
 * Chooses a radio or a checkbox by the label around it, as a buyer does. The input itself is hidden; a forced click on it
 * hits another element if the form moves, as it does when an error appears.
 */
export async function checkByLabel(control: Locator): Promise<void> {
  await expect(async () => {
    if (!(await control.isChecked()))
      await control.locator('xpath=ancestor::label').click({ timeout: ATTEMPT_TIMEOUT_MS });
    await expect(control).toBeChecked({ timeout: ATTEMPT_TIMEOUT_MS });
  }).toPass();
}
