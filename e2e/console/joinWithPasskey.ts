import type { Browser, Page } from '@playwright/test';
import { plugInAuthenticator } from '../virtualAuthenticator.ts';
import { expect } from '../world.ts';
import { DESK, enterAs } from './consolePage.ts';

/** A person of the operator who signs with a passkey of their own, named by two admins: their page, in which they are in. */
export async function joinWithPasskey(
  browser: Browser,
  consoleUrl: string,
  { name, role }: { readonly name: string; readonly role: string },
): Promise<Page> {
  const newPage = async () => (await browser.newContext({ viewport: DESK, isMobile: false })).newPage();
  const anna = await newPage();
  await enterAs(anna, consoleUrl, 'anna');
  await anna.goto(`${consoleUrl}/people`);
  // Pending invitations of other tests have forms with the same labels.
  const inviting = anna.getByRole('region', { name: 'Invite somebody' });
  await inviting.getByLabel('Name, in small letters').fill(name);
  await inviting.getByRole('button', { name: role, exact: true }).click();
  await inviting.getByLabel('Why, kept for ever').fill('joins us');
  await inviting.getByRole('button', { name: 'Make an invitation' }).click();
  const link = (await anna.getByText(/\/console\/join#/).textContent()) ?? '';

  const page = await newPage();
  await plugInAuthenticator(page);
  await page.goto(link);
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Read this to an admin' })).toBeVisible();

  await anna.reload();
  const invited = anna.getByRole('listitem').filter({ hasText: name });
  await invited.getByLabel('Why, kept for ever').fill('read to me by telephone');
  await invited.getByRole('button', { name: `Name ${name}` }).click();
  await expect(anna.getByRole('region', { name: 'Waits for another admin' })).toContainText(name);

  const ben = await newPage();
  await enterAs(ben, consoleUrl, 'ben');
  await ben.goto(`${consoleUrl}/people`);
  const waiting = ben.getByRole('region', { name: 'Waits for another admin' }).getByRole('listitem');
  await waiting.filter({ hasText: name }).getByLabel('Why, kept for ever').fill('to me too');
  await waiting
    .filter({ hasText: name })
    .getByRole('button', { name: `Say the same of ${name}` })
    .click();
  await expect(ben.getByRole('region', { name: 'Who may' })).toContainText(name);
  await Promise.all([anna.context().close(), ben.context().close()]);

  await page.getByRole('link', { name: 'To the console' }).click();
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Enter with your passkey' }).click();
  await expect(page.getByRole('button', { name: new RegExp(`${name}.*look, keys`) })).toBeVisible();
  return page;
}
