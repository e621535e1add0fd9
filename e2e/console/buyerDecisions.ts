import type { Page } from '@playwright/test';
import { expect } from '../world.ts';

type BuyerDecision = {
  /** The first word of the action's label. */
  readonly verb: 'Block' | 'Unblock' | 'Place' | 'Lift';
  readonly reason: string;
};

/** Selects the action on the buyer's page, and fills its reason and explanation, without submitting it. */
export async function fillBuyerDecision(page: Page, { verb, reason }: BuyerDecision): Promise<void> {
  await page.getByRole('radio', { name: new RegExp(`^${verb} `) }).click();
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: reason }).click();
  await page.getByLabel('Explanation, recorded permanently in the audit trail').fill(`${verb}: checked by two people`);
}

/** Requests the decision on the buyer's page as one person and approves it as another. */
export async function decideTogether(
  { requester, approver }: { readonly requester: Page; readonly approver: Page },
  decision: BuyerDecision,
): Promise<void> {
  await fillBuyerDecision(requester, decision);
  await requester.getByRole('button', { name: 'Request approval' }).click();
  await expect(requester.getByText(/^Submitted\. Waiting for a second approval/)).toBeVisible();
  const waiting = approver.getByRole('region', { name: 'Waiting for a second approval' });
  await waiting.getByRole('button', { name: 'Review request' }).click();
  await approver.getByLabel('Reason, recorded in the audit trail').fill('I have checked it too');
  await approver
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${decision.verb} `) })
    .click();
  await expect(waiting).toBeHidden();
}
