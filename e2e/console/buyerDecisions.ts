import type { Browser, Page } from '@playwright/test';
import { blockServiceWorkers, expect } from '../world.ts';
import { DESKTOP_WINDOW, logInAsPerson } from './consolePage.ts';

export async function openConsolePage(browser: Browser, consoleUrl: string, name: string): Promise<Page> {
  const context = await browser.newContext({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });
  await blockServiceWorkers(context);
  const page = await context.newPage();
  await logInAsPerson(page, consoleUrl, name);
  return page;
}

type BuyerDecision = {
  /** The verb with which the action's label begins. */
  readonly act: 'Block' | 'Unblock' | 'Place' | 'Lift';
  readonly reason: string;
};

/** Chooses the action on the buyer's page, with its reason and an explanation. */
export async function chooseDecision(page: Page, { act, reason }: BuyerDecision): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${act} `) }).click();
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: reason }).click();
  await page.getByLabel('Explanation, recorded permanently in the audit trail').fill(`${act}: looked at by two`);
}

/** Requests the decision on the buyer's page as one compliance officer and approves it as another. */
export async function decideTogether(
  { requester, agrees }: { readonly requester: Page; readonly agrees: Page },
  decision: BuyerDecision,
): Promise<void> {
  await chooseDecision(requester, decision);
  await requester.getByRole('button', { name: 'Request approval' }).click();
  await expect(requester.getByText(/^Submitted\. Waiting for a second approval/)).toBeVisible();
  const waiting = agrees.getByRole('region', { name: 'Waiting for a second approval' });
  await waiting.getByRole('button', { name: 'Review request' }).click();
  await agrees.getByLabel('Reason, recorded in the audit trail').fill('I have read it too');
  await agrees
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${decision.act} `) })
    .click();
  await expect(waiting).toBeHidden();
}
