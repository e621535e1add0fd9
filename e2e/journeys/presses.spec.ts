/// <reference lib="dom" />

import type { BrowserContext } from '@playwright/test';
import { newEmail } from '../buyers/buyerDetails.ts';
import { checkByLabel } from '../buyers/checkByLabel.ts';
import { expectStatus, fillCard, logIn, submitDetails, testCards } from '../buyers/purchaseSteps.ts';
import { expect, test } from '../world.ts';

const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const PAID = /Paid|Converting|Converted|Delivering|Delivered/;
/** A purchase from the first screen to the payment needs at most this many presses. */
const MAX_PRESSES = { newBuyer: 14, returningBuyer: 6 };
/** Characters that a buyer types on a phone in 20 seconds. */
const MAX_TYPED = 60;

type Effort = { presses: number; typed: number };

/**
 * Counts the buyer's presses of everything but text fields, and the characters that the buyer types, in all frames. A choice in
 * the browser's own list counts as two presses.
 */
async function countEffort(context: BrowserContext): Promise<Effort> {
  const effort: Effort = { presses: 0, typed: 0 };
  await context.exposeBinding('addEffort', (_, presses: number, typed: number) => {
    effort.presses += presses;
    effort.typed += typed;
  });
  await context.addInitScript(() => {
    const add = (presses: number, typed: number) =>
      (window as unknown as { addEffort(presses: number, typed: number): void }).addEffort(presses, typed);
    const isTextField = (target: EventTarget | null) =>
      target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
    addEventListener('pointerup', ({ target }) => !isTextField(target) && add(1, 0), true);
    addEventListener(
      'change',
      ({ target }) => {
        if (target instanceof HTMLSelectElement) add(2, 0);
        else if (isTextField(target)) add(0, (target as HTMLInputElement).value.length);
      },
      true,
    );
  });
  return effort;
}

test('a new buyer pays by card with few presses, and the next time with fewer', async ({ page, context, desk }) => {
  const effort = await countEffort(context);
  const email = newEmail();
  await page.goto('/');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/submit-address/);
  await page.getByRole('textbox', { name: 'Wallet Address' }).fill(ADDRESS);
  await checkByLabel(page.getByRole('radio', { name: /Self-hosted wallet/ }));
  await checkByLabel(page.getByRole('checkbox', { name: 'Save this address' }));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await logIn(page, desk, email);
  await submitDetails(page, email);
  await fillCard(page, testCards.pays);
  // Country and city are those of the details.
  await page.getByRole('textbox', { name: 'Name on card' }).fill('Anna Weber');
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('10115');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('Invalidenstraße 44');
  await checkByLabel(page.getByRole('checkbox', { name: 'Save this card' }));
  await page.getByRole('button', { name: /^Pay / }).click();
  await expectStatus(page, PAID);
  expect(effort.presses).toBeLessThanOrEqual(MAX_PRESSES.newBuyer);
  // Shows that the counters work, also in the acquirer's frame.
  expect(effort.presses).toBeGreaterThan(MAX_PRESSES.returningBuyer);
  expect(effort.typed).toBeGreaterThan(`${ADDRESS}${email}${testCards.pays}`.length);

  Object.assign(effort, { presses: 0, typed: 0 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('region', { name: 'Saved addresses' }).getByRole('button').click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await checkByLabel(page.getByRole('radio', { name: /4242/ }));
  await page.getByRole('button', { name: /^Pay / }).click();
  await expectStatus(page, PAID);
  expect(effort.presses).toBeLessThanOrEqual(MAX_PRESSES.returningBuyer);
  expect(effort.presses).toBeGreaterThan(0);
  expect(effort.typed).toBeLessThanOrEqual(MAX_TYPED);
});
