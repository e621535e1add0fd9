import { DESK, enterAs } from '../console/consolePage.ts';
import type { Operator } from '../operator.ts';
import { expect } from '../world.ts';
import { test } from './exclusiveTest.ts';

test.use({ viewport: DESK, isMobile: false, hasTouch: false });

/** Anna asks to change a rule at the command line: the change waits for a second person. */
async function askToChange(operator: Operator<string[]>, value: string): Promise<void> {
  expect(await operator.run('set', 'rule', 'seenHoldsMinutes', value)).toContain('waits for a second person');
}

test('two persons answer one request at once: one answer counts, and the other is told', async ({
  browser,
  page,
  world,
  operator,
  undoWith,
}) => {
  const { consoleUrl } = world;
  undoWith('set', 'rule', 'seenHoldsMinutes', '240');
  await askToChange(operator, '241');
  const other = await (await browser.newContext({ viewport: DESK, isMobile: false })).newPage();
  await enterAs(page, consoleUrl, 'dora');
  await enterAs(other, consoleUrl, 'ben');
  for (const each of [page, other]) {
    await each.goto(`${consoleUrl}/people/requests`);
    const open = each.getByRole('region', { name: 'Waits for a second person' }).getByRole('listitem');
    await open.filter({ hasText: 'seenHoldsMinutes' }).getByRole('button', { name: 'Answer' }).click();
    await each.getByLabel('Why you answer so, kept for ever').fill('I know of it');
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Change rule seenHoldsMinutes' }).click();
  const decided = page
    .getByRole('region', { name: 'Decided lately' })
    .getByRole('listitem')
    .filter({ hasText: 'seenHoldsMinutes' })
    .first();
  await expect(decided).toContainText('seenHoldsMinutes');
  await expect(decided).toContainText('done');
  await expect(decided).toContainText('anna, dora');
  // What was decided meanwhile is no longer theirs to decide.
  await expect(other.getByRole('dialog')).toBeHidden();
  await expect(
    other
      .getByRole('region', { name: 'Decided lately' })
      .getByRole('listitem')
      .filter({ hasText: 'seenHoldsMinutes' })
      .first(),
  ).toContainText('done');
});

test('who has asked cannot say yes to it, nor whose role may not, and each is told why', async ({
  page,
  world,
  operator,
}) => {
  await askToChange(operator, '242');
  await enterAs(page, world.consoleUrl, 'sam');
  await page.goto(`${world.consoleUrl}/people/requests`);
  const waiting = page.getByRole('region', { name: 'Waits for a second person' }).getByRole('listitem');
  const mine = waiting.filter({ hasText: 'seenHoldsMinutes' });
  await expect(mine.getByRole('button', { name: 'Answer' })).toHaveAttribute('aria-disabled', 'true');
  await expect(mine.getByText(/^It is for .* to answer\.$/)).toBeAttached();

  await enterAs(page, world.consoleUrl, 'ben');
  await page.goto(`${world.consoleUrl}/people/requests`);
  await mine.getByRole('button', { name: 'Answer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Say no' }).click();
  await expect(page.getByText('Say in a few words why: it is kept with your answer.')).toBeVisible();
  await page.getByLabel('Why you answer so, kept for ever').fill('not now');
  await page.getByRole('dialog').getByRole('button', { name: 'Say no' }).click();
  const decided = page
    .getByRole('region', { name: 'Decided lately' })
    .getByRole('listitem')
    .filter({ hasText: 'seenHoldsMinutes' })
    .first();
  await expect(decided).toContainText('rejected');
});
