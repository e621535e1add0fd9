import type { Page } from '@playwright/test';
import { newDetails, newEmail } from '../buyers/buyerDetails.ts';
import { createGatewayClient } from '../buyers/gatewayClient.ts';
import { expectAccessible } from '../page/inspectPage.ts';
import { expect, test } from '../world.ts';
import { DESKTOP_WINDOW, logInAsPerson } from './consolePage.ts';

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

/** Returns a name that no other test uses, since the tests share a world. */
function newName(): string {
  const letters = Array.from({ length: 9 }, () => String.fromCodePoint(97 + Math.floor(Math.random() * 26)));
  return `Q${letters.join('')}`;
}

async function decide(page: Page, why: string): Promise<void> {
  const radio = page.getByRole('radio', { name: /Different person/ });
  await expect(radio).toBeVisible();
  await page.keyboard.press('a');
  await expect(radio).toBeChecked();
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Birth date' }).click();
  await page.getByLabel('Explanation, recorded permanently in the audit trail').fill(why);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
}

test('a name match is decided by keyboard, undone, decided again, and approved by a second person', async ({
  browser,
  page,
  desk,
  origin,
  world,
  operator,
}) => {
  const { consoleUrl } = world;
  const name = newName();
  await operator.run('set', 'reviewed-name', `${name}, Boris Igor`, 'reason=a sample');
  const client = createGatewayClient(origin);
  const email = newEmail();
  const authToken = await client.logIn(desk, email);
  const details = { ...newDetails(), firstName: 'Boris', lastName: name, authToken };
  // Every process applies the rule within a second.
  await expect(async () => {
    const { isKyc } = await client.data('addKyc', details);
    expect(isKyc).not.toBe('1');
  }).toPass();

  await logInAsPerson(page, consoleUrl, 'cleo');
  await page.goto(`${consoleUrl}/reviews?kind=names`);
  await page
    .getByRole('navigation', { name: 'Review queue' })
    .getByRole('button', { name: `Boris ${name}` })
    .click();
  await expect(
    page.getByRole('heading', { name: new RegExp(`^Possible sanctions match.* Boris ${name}`) }),
  ).toBeVisible();
  await expect(page.getByRole('cell', { name: `${name}, Boris Igor` })).toBeVisible();
  await expectAccessible(page, 'Reviews, a listed name');

  // A letter key chooses but does not send.
  await page.keyboard.press('s');
  await expect(page.getByRole('radio', { name: /Same person/ })).toBeChecked();
  const born = page.getByRole('row', { name: /Date of birth/ });
  await born.getByRole('button', { name: /Reveal/ }).click();
  await expect(born).toContainText(details.birthDate);
  const address = page.url();
  await decide(page, 'another year of birth');
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await page.goto(address);
  await decide(page, 'another year of birth');

  const second = await (await browser.newContext({ viewport: DESKTOP_WINDOW, isMobile: false })).newPage();
  await logInAsPerson(second, consoleUrl, 'ben');
  await second.goto(address);
  await second.getByRole('button', { name: 'Review request' }).click();
  await second.getByLabel('Reason, recorded in the audit trail').fill('looked at it myself');
  await second.getByRole('button', { name: 'Different person' }).click();
  await expect(async () => {
    expect(String((await client.data('authInfo', { authToken }))['kyc_level'])).toBe('1');
  }).toPass();
  await expect(operator.run('list', 'history')).resolves.toContain('reveal');
});
