import type { Browser, Page } from '@playwright/test';
import { addVirtualAuthenticator } from '../emulation/virtualAuthenticator.ts';
import { expect } from '../world.ts';
import { openConsoleAs, openDesktopPage } from './consolePage.ts';

/** Invites a person, registers their passkey as two admins, and returns the page on which the person is logged in. */
export async function joinWithPasskey(
  browser: Browser,
  consoleUrl: string,
  { name, role }: { readonly name: string; readonly role: string },
): Promise<Page> {
  const anna = await openConsoleAs(browser, consoleUrl, 'anna', 'people');
  // Pending invitations of other tests have forms with the same labels.
  const form = anna.getByRole('region', { name: 'Invite a person' });
  await form.getByLabel('Username (lowercase)').fill(name);
  await form.getByRole('button', { name: role, exact: true }).click();
  await form.getByLabel('Reason, recorded permanently in the audit trail').fill('joins the team');
  await form.getByRole('button', { name: 'Create invite' }).click();
  const link = (await form.getByText(/\/console\/join#/).textContent()) ?? '';

  const page = await openDesktopPage(browser);
  await addVirtualAuthenticator(page);
  await page.goto(link);
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Read this key ID to an admin to finish setup' })).toBeVisible();

  await anna.reload();
  const invited = anna.getByRole('listitem').filter({ hasText: name });
  await invited.getByLabel('Reason, recorded permanently in the audit trail').fill('read to me by telephone');
  await invited.getByRole('button', { name: `Register ${name}` }).click();
  await expect(anna.getByRole('region', { name: 'Waiting for another admin' })).toContainText(name);

  const ben = await openConsoleAs(browser, consoleUrl, 'ben', 'people');
  const waiting = ben
    .getByRole('region', { name: 'Waiting for another admin' })
    .getByRole('listitem')
    .filter({ hasText: name });
  await waiting.getByLabel('Reason, recorded permanently in the audit trail').fill('read to me by telephone too');
  await waiting.getByRole('button', { name: `Confirm ${name}` }).click();
  await expect(ben.getByRole('region', { name: 'Team' })).toContainText(name);
  await Promise.all([anna.context().close(), ben.context().close()]);

  await page.getByRole('link', { name: 'Open the console' }).click();
  await page.getByLabel('Username').fill(name);
  await page.getByRole('button', { name: 'Sign in with your passkey' }).click();
  await expect(page.getByRole('button', { name: new RegExp(`${name}.*appearance, shortcuts`, 'i') })).toBeVisible();
  return page;
}
