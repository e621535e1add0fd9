import { DESKTOP_WINDOW, logInAsPerson } from '../console/consolePage.ts';
import type { OperatorCli } from '../operatorCli.ts';
import { expect } from '../world.ts';
import { test } from './exclusiveTest.ts';

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

/** Requests a change of a rule as anna, which waits for a second approval. */
async function requestChange(operator: OperatorCli<string[]>, value: string): Promise<void> {
  expect(await operator.run('set', 'rule', 'seenHoldsMinutes', value)).toContain('waits for a second approval');
}

test('approving a request closes another person’s dialog that reviews it, and shows them the outcome', async ({
  browser,
  page,
  world,
  operator,
  undoWith,
}) => {
  const { consoleUrl } = world;
  undoWith('set', 'rule', 'seenHoldsMinutes', '240');
  await requestChange(operator, '241');
  const other = await (await browser.newContext({ viewport: DESKTOP_WINDOW, isMobile: false })).newPage();
  await logInAsPerson(page, consoleUrl, 'dora');
  await logInAsPerson(other, consoleUrl, 'ben');
  for (const each of [page, other]) {
    await each.goto(`${consoleUrl}/people/requests`);
    const waiting = each.getByRole('region', { name: 'Waiting for a second approval' }).getByRole('listitem');
    await waiting
      .filter({ hasText: 'Acknowledged alert silent for' })
      .getByRole('button', { name: 'Review request' })
      .click();
    await each.getByLabel('Reason, recorded in the audit trail').fill('I know of it');
  }
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Change the rule “Acknowledged alert silent for”' })
    .click();
  const decided = page
    .getByRole('region', { name: 'Recent decisions' })
    .getByRole('listitem')
    .filter({ hasText: 'Acknowledged alert silent for' })
    .first();
  await expect(decided).toContainText('done');
  await expect(decided).toContainText('anna, dora');
  await expect(other.getByRole('dialog')).toBeHidden();
  await expect(
    other
      .getByRole('region', { name: 'Recent decisions' })
      .getByRole('listitem')
      .filter({ hasText: 'Acknowledged alert silent for' })
      .first(),
  ).toContainText('done');
});

test('a person without the role cannot approve a request and sees why, and an admin rejects it with a reason', async ({
  page,
  world,
  operator,
}) => {
  await requestChange(operator, '242');
  await logInAsPerson(page, world.consoleUrl, 'sam');
  await page.goto(`${world.consoleUrl}/people/requests`);
  const waiting = page.getByRole('region', { name: 'Waiting for a second approval' }).getByRole('listitem');
  const requestItem = waiting.filter({ hasText: 'Acknowledged alert silent for' });
  await expect(requestItem.getByRole('button', { name: 'Review request' })).toHaveAttribute('aria-disabled', 'true');
  await expect(requestItem.getByText(/^Can be approved by .*\.$/)).toBeAttached();

  await logInAsPerson(page, world.consoleUrl, 'ben');
  await page.goto(`${world.consoleUrl}/people/requests`);
  await requestItem.getByRole('button', { name: 'Review request' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('Enter a reason. It is recorded in the audit trail.')).toBeVisible();
  await page.getByLabel('Reason, recorded in the audit trail').fill('not now');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
  const decided = page
    .getByRole('region', { name: 'Recent decisions' })
    .getByRole('listitem')
    .filter({ hasText: 'Acknowledged alert silent for' })
    .first();
  await expect(decided).toContainText('rejected');
});
