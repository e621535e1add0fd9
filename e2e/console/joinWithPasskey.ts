import type { Browser, Page } from '@playwright/test';
import { addVirtualAuthenticator } from '../emulation/virtualAuthenticator.ts';
import { expect } from '../world.ts';
import { DESKTOP_WINDOW, logInAsPerson } from './consolePage.ts';

/** Lets two admins invite and register a person with a passkey, and returns the person's logged-in page. */
export async function joinWithPasskey(
  browser: Browser,
  consoleUrl: string,
  { name, role }: { readonly name: string; readonly role: string },
): Promise<Page> {
  const newPage = async () => (await browser.newContext({ viewport: DESKTOP_WINDOW, isMobile: false })).newPage();
  const anna = await newPage();
  await logInAsPerson(anna, consoleUrl, 'anna');
  await anna.goto(`${consoleUrl}/people`);
  // Pending invitations of other tests have forms with the same labels.
  const inviting = anna.getByRole('region', { name: 'Invite a person' });
  await inviting.getByLabel('Username (lowercase)').fill(name);
  await inviting.getByRole('button', { name: role, exact: true }).click();
  await inviting.getByLabel('Reason, recorded permanently in the audit trail').fill('joins us');
  await inviting.getByRole('button', { name: 'Create invite' }).click();
  const link = (await anna.getByText(/\/console\/join#/).textContent()) ?? '';

  const page = await newPage();
  await addVirtualAuthenticator(page);
  await page.goto(link);
  await page.getByRole('button', { name: 'Create passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Read this key ID to an admin to finish setup' })).toBeVisible();

  await anna.reload();
  const invited = anna.getByRole('listitem').filter({ hasText: name });
  await invited.getByLabel('Reason, recorded permanently in the audit trail').fill('read to me by telephone');
  await invited.getByRole('button', { name: `Register ${name}` }).click();
  await expect(anna.getByRole('region', { name: 'Waiting for another admin' })).toContainText(name);

  const ben = await newPage();
  await logInAsPerson(ben, consoleUrl, 'ben');
  await ben.goto(`${consoleUrl}/people`);
  const waiting = ben.getByRole('region', { name: 'Waiting for another admin' }).getByRole('listitem');
  await waiting
    .filter({ hasText: name })
    .getByLabel('Reason, recorded permanently in the audit trail')
    .fill('to me too');
  await waiting
    .filter({ hasText: name })
    .getByRole('button', { name: `Confirm ${name}` })
    .click();
  await expect(ben.getByRole('region', { name: 'Team' })).toContainText(name);
  await Promise.all([anna.context().close(), ben.context().close()]);

  await page.getByRole('link', { name: 'Open the console' }).click();
  await page.getByLabel('Username').fill(name);
  await page.getByRole('button', { name: 'Sign in with your passkey' }).click();
  await expect(page.getByRole('button', { name: new RegExp(`${name}.*appearance, shortcuts`, 'i') })).toBeVisible();
  return page;
}
