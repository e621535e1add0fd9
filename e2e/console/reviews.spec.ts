import type { Page } from '@playwright/test';
import { newDetails, newEmail } from '../buyers/buyerDetails.ts';
import { createGatewayClient } from '../buyers/gatewayClient.ts';
import { expectAccessible } from '../page/inspectPage.ts';
import { expect, test } from '../world.ts';
import { approveRequest, DESKTOP_WINDOW, logInAsPerson, openConsoleAs } from './consolePage.ts';

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

/** Returns a name that no other test uses: they share a world. */
function newName(): string {
  const letters = Array.from({ length: 9 }, () => String.fromCodePoint(97 + Math.floor(Math.random() * 26)));
  return `Q${letters.join('')}`;
}

/** Decides by keys that the buyer is a different person. The page submits the decision after ten seconds unless undone. */
async function decideDifferentPerson(page: Page, explanation: string): Promise<void> {
  const radio = page.getByRole('radio', { name: /Different person/ });
  await expect(radio).toBeVisible();
  await page.keyboard.press('a');
  await expect(radio).toBeChecked();
  await page.getByRole('combobox', { name: 'Reason' }).click();
  await page.getByRole('option', { name: 'Birth date' }).click();
  await page.getByLabel('Explanation, recorded permanently in the audit trail').fill(explanation);
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('button', { name: 'Undo' }).first()).toBeVisible();
}

test('a person decides a sanctions match by keyboard, undoes and repeats the decision, and a second person approves it', async ({
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
  const queueEntry = page
    .getByRole('navigation', { name: 'Review queue' })
    .getByRole('button', { name: `Boris ${name}` });
  await queueEntry.click();
  await expect(
    page.getByRole('heading', { name: new RegExp(`^Possible sanctions match.* Boris ${name}`) }),
  ).toBeVisible();
  await expect(page.getByRole('cell', { name: `${name}, Boris Igor` })).toBeVisible();
  await expectAccessible(page, 'Reviews, a listed name');

  // A letter selects a decision without submitting it.
  await page.keyboard.press('s');
  await expect(page.getByRole('radio', { name: /Same person/ })).toBeChecked();
  const birthDate = page.getByRole('row', { name: /Date of birth/ });
  const reveal = page.waitForRequest('**/gateway/console/reveal');
  await birthDate.getByRole('button', { name: /Reveal/ }).click();
  const revealed = (await reveal).postDataJSON() as { readonly about: string; readonly subject: string };
  await expect(birthDate).toContainText(details.birthDate);
  const address = page.url();
  await decideDifferentPerson(page, 'another year of birth');
  await page.getByRole('button', { name: 'Undo' }).first().click();
  // Not by loading the page again, which would also discard the decision.
  await queueEntry.click();
  await decideDifferentPerson(page, 'another year of birth');

  const second = await openConsoleAs(browser, consoleUrl, 'ben', 'reviews');
  await second.goto(address);
  await approveRequest(second, 'Different person');
  await expect.poll(async () => (await client.data('authInfo', { authToken }))['kyc_level']).toBe(1);
  // The audit trail contains the revealed field of this buyer.
  const history = (await operator.run('list', 'history')).split('\n');
  const ofBuyer = history.filter((line) => line.includes(`${revealed.about} ${revealed.subject}`));
  expect(ofBuyer.join('\n')).toMatch(/reveal .*birthDate/);
});
