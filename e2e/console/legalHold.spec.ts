import { newBuyer, submitBuyerDetails } from '../buyers/buyer.ts';
import { expectAccessible } from '../page/inspectPage.ts';
import { expect, test } from '../world.ts';
import { decideTogether, fillBuyerDecision } from './buyerDecisions.ts';
import { openConsoleAs } from './consolePage.ts';

test('one person places a legal hold on a buyer, and two lift it', async ({ browser, world, desk }) => {
  const buyer = await submitBuyerDetails(await newBuyer(world.origin, desk));
  const requester = await openConsoleAs(
    browser,
    world.consoleUrl,
    'cleo',
    `buyers?q=${encodeURIComponent(buyer.email)}`,
  );
  await requester.getByRole('row').filter({ hasText: 'Anna Weber' }).click();
  await expect(requester.getByRole('heading', { name: 'Anna Weber', level: 1 })).toBeVisible();
  const approver = await openConsoleAs(browser, world.consoleUrl, 'ben', 'buyers');
  await approver.goto(requester.url());

  await fillBuyerDecision(requester, { verb: 'Place', reason: 'Requested by an authority' });
  await expect(requester.getByText('Enter the case reference.')).toBeVisible();
  await requester.getByLabel('Case reference of the authority').fill('12/26');
  await expectAccessible(requester, 'placing a legal hold');
  await requester.getByRole('button', { name: 'Place legal hold' }).click();
  await expect(requester.getByText('legal hold: 12/26')).toBeVisible();
  const history = requester.getByRole('region', { name: 'History' }).getByRole('listitem');
  await expect(history.filter({ hasText: 'Legal hold placed' })).toContainText('cleo');
  await expect(requester.getByText('The account is under a legal hold (case 12/26).')).toBeVisible();

  await requester.getByRole('radio', { name: /^Lift / }).click();
  await requester.getByRole('combobox', { name: 'Case' }).click();
  await requester.getByRole('option', { name: '12/26' }).click();
  await decideTogether({ requester, approver }, { verb: 'Lift', reason: 'Case closed by the authority' });
  await expect(requester.getByText('legal hold: 12/26')).toBeHidden();
  await expect(history.filter({ hasText: 'Legal hold lifted' })).toContainText('cleo, ben');
});
