import { changeTheme } from '../gallery/changeAppearance.ts';
import { expectAccessible, expectColorContrast } from '../page/inspectPage.ts';
import { pressByKeyboard, tabTo, typeByKeyboard } from '../page/keyboard.ts';
import { expectPageFits } from '../page/pageFits.ts';
import { expect, test } from '../world.ts';
import { chooseByKeys } from './chooseByKeys.ts';
import { DESKTOP_WINDOW, logInAsPerson, waitForScreen } from './consolePage.ts';

const PHONE = { width: 390, height: 844 };

test.describe('on a desktop', () => {
  test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

  test('a person adds a shift to the roster by keyboard only', async ({ page, world }) => {
    await logInAsPerson(page, world.consoleUrl, 'anna');
    await page.goto(`${world.consoleUrl}/people/duty`);
    await waitForScreen(page);
    const form = page.getByRole('region', { name: 'Change duty roster' });
    const choose = async (list: string, option: RegExp) => {
      await pressByKeyboard(page, form.getByRole('combobox', { name: list }));
      await chooseByKeys(page, page.getByRole('option', { name: option }));
    };
    await choose('Starts', /^At a specific time$/);
    // Far in the future, so that no person is on duty when other tests of this world raise alerts.
    await typeByKeyboard(page, form.getByLabel('Start, UTC'), '2031-01-01 18:00');
    await typeByKeyboard(page, form.getByLabel('End, UTC'), '2031-01-01 06:00');
    await expect(form.getByText('The end must be after the start.').first()).toBeVisible();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('2031-01-02 06:00');
    await choose('First on duty', /^Ben/);
    await choose('Second, if the first does not answer', /^Carl/);
    await choose('Reason', /^Planned shift$/);
    await typeByKeyboard(page, form.getByLabel('Explanation, recorded permanently in the audit trail'), 'the New Year');
    await expectAccessible(page, 'a new shift');
    await changeTheme(page, 'dark');
    await expectColorContrast(page, 'a new shift, dark');
    await pressByKeyboard(page, form.getByRole('button', { name: 'Change duty roster' }));
    await expect(form.getByText(/^Done at/)).toBeVisible();
    const shift = page.getByRole('listitem').filter({ hasText: '2031-01-01 18:00 to 2031-01-02 06:00' });
    await expect(shift).toContainText('Ben');
    await expect(shift).toContainText('Carl');
    await expectPageFits(page, 'the duty roster', PHONE);
  });
});

test('a viewer reads the roster and sees which roles may change it', async ({ page, world }) => {
  await logInAsPerson(page, world.consoleUrl, 'vera');
  await page.goto(`${world.consoleUrl}/people/duty`);
  await waitForScreen(page);
  await expect(page.getByRole('region', { name: 'Duty roster', exact: true })).toContainText(
    'alerts go to every address of ALERT_MAIL',
  );
  await expect(page.getByText('Requires the support, compliance, treasurer, or admin role.')).toBeAttached();
});

test('a person sets and removes their own address for alerts on a phone', async ({ page, world }) => {
  await logInAsPerson(page, world.consoleUrl, 'vera');
  await page.goto(`${world.consoleUrl}/people`);
  await waitForScreen(page);
  const ownEntry = page.getByRole('listitem').filter({ has: page.getByText('you', { exact: true }) });
  await ownEntry.getByRole('button', { name: 'Manage…' }).click();
  const form = ownEntry.getByRole('form', { name: 'My email address for alerts' });
  await expect(form.getByText('No email address for alerts is set.')).toBeVisible();
  await form.getByRole('button', { name: 'Save address' }).click();
  await expect(form.getByText('Enter an email address.')).toBeVisible();
  await form.getByLabel('Email address for alerts').fill('vera@operator.example');
  await form.getByLabel('Reason, recorded in the audit trail').fill('on duty from December');
  await expectAccessible(page, 'an address for alerts');
  await changeTheme(page, 'dark');
  await expectColorContrast(page, 'an address for alerts, dark');
  await expectPageFits(page, 'an address for alerts', PHONE);
  await tabTo(page, form.getByRole('button', { name: 'Save address' }));
  await page.keyboard.press('Enter');
  await expect(ownEntry.getByText(/^Done at/)).toBeVisible();
  await ownEntry.getByRole('button', { name: 'Decide again' }).click();
  await expect(form.getByText('Alerts are sent to an email address.')).toBeVisible();
  await form.getByLabel('Reason, recorded in the audit trail').fill('no longer on duty');
  await form.getByRole('button', { name: 'Remove address' }).click();
  await expect(ownEntry.getByText(/^Done at/)).toBeVisible();
  await ownEntry.getByRole('button', { name: 'Decide again' }).click();
  await expect(form.getByText('No email address for alerts is set.')).toBeVisible();
});
