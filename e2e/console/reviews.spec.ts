import type { Page } from '@playwright/test';
import { createGatewayClient } from '../gatewayClient.ts';
import { expectAccessible } from '../inspect.ts';
import { newDetails, newEmail } from '../person.ts';
import { expect, test } from '../world.ts';
import { DESK, enterAs } from './consolePage.ts';

test.use({ viewport: DESK, isMobile: false, hasTouch: false });

/** Nobody else bears it: journeys share the world. */
function newName(): string {
  const letters = Array.from({ length: 9 }, () => String.fromCodePoint(97 + Math.floor(Math.random() * 26)));
  return `Q${letters.join('')}`;
}

async function decide(page: Page, why: string): Promise<void> {
  const way = page.getByRole('radio', { name: /Another person/ });
  await expect(way).toBeVisible();
  await page.keyboard.press('a');
  await expect(way).toBeChecked();
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Birth date' }).click();
  await page.getByLabel('In your words, kept for ever').fill(why);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('button', { name: 'Take back' }).first()).toBeVisible();
}

test('a listed name is judged from the keyboard, taken back, sent on, and agreed to by a second person', async ({
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
  // The rule is followed within a second by every process.
  await expect(async () => {
    const { isKyc } = await client.data('addKyc', details);
    expect(isKyc).not.toBe('1');
  }).toPass();

  await enterAs(page, consoleUrl, 'cleo');
  await page.goto(`${consoleUrl}/reviews?kind=names`);
  await page
    .getByRole('navigation', { name: 'What waits' })
    .getByRole('button', { name: `Boris ${name}` })
    .click();
  await expect(
    page.getByRole('heading', { name: new RegExp(`^Name close to a listed one.* Boris ${name}`) }),
  ).toBeVisible();
  await expect(page.getByRole('cell', { name: `${name}, Boris Igor` })).toBeVisible();
  await expectAccessible(page, 'Reviews, a listed name');

  // A letter chooses, and sends nothing.
  await page.keyboard.press('s');
  await expect(page.getByRole('radio', { name: /The same person/ })).toBeChecked();
  const born = page.getByRole('row', { name: /Born/ });
  await born.getByRole('button', { name: /Show/ }).click();
  await expect(born).toContainText(details.birthDate);
  const address = page.url();
  await decide(page, 'another year of birth');
  await page.getByRole('button', { name: 'Take back' }).first().click();
  await page.goto(address);
  await decide(page, 'another year of birth');

  const second = await (await browser.newContext({ viewport: DESK, isMobile: false })).newPage();
  await enterAs(second, consoleUrl, 'ben');
  await second.goto(address);
  await second.getByRole('button', { name: 'Answer' }).click();
  await second.getByLabel('Why you answer so, kept for ever').fill('looked at it myself');
  await second.getByRole('button', { name: 'Another person' }).click();
  await expect(async () => {
    expect(String((await client.data('authInfo', { authToken }))['kyc_level'])).toBe('1');
  }).toPass();
  await expect(operator.run('list', 'history')).resolves.toContain('reveal');
});
