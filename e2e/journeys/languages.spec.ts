/// <reference lib="dom" />

import type { Browser, Page } from '@playwright/test';
import { FALLBACK_LOCALE } from '@slipway/contract/chooseLocale.ts';
import { textDirection } from '@slipway/contract/textDirection.ts';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { listNativeNames } from '../../web/i18n/nativeNames.ts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { checkByLabel } from '../buyers/checkByLabel.ts';
import { logIn } from '../buyers/purchaseSteps.ts';
import { test } from '../oneTab.ts';
import { CHANGED_LOCALE, OWN_LOCALE, OWN_NOTICE } from '../ownLanguages.ts';
import { expectAccessible, expectNoSidewaysScrolling } from '../page/inspectPage.ts';
import { expect } from '../world.ts';

// The drawer's test needs its animation.
test.use({ reducedMotion: 'no-preference' });

type Texts = Readonly<Record<string, string>>;

async function readOfferedLocales(origin: string): Promise<readonly string[]> {
  const { dataList } = (await (await fetch(`${origin}/admin/languages`)).json()) as {
    dataList: { localName: string }[];
  };
  return dataList.map(({ localName }) => localName);
}

/** Loads the texts of a language. Returns a function that returns the text for a key and throws if there is none. */
async function loadTexts(origin: string, locale: string): Promise<(key: string) => string> {
  const read = async (name: string) => (await (await fetch(`${origin}/languages/${name}.json`)).json()) as Texts;
  const texts = { ...(await read(FALLBACK_LOCALE)), ...(await read(locale)) };
  return (key) => {
    const text = texts[key];
    if (!text) throw new Error(`no text ${key} in ${locale}`);
    return text;
  };
}

async function expectShownIn(page: Page, locale: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  await expect(page.locator('html')).toHaveAttribute('dir', textDirection(locale));
}

/** Returns the language's name in the language itself. */
function findNativeName(locale: string, offered: readonly string[]): string {
  return listNativeNames(offered).find((named) => named.locale === locale)?.name ?? locale;
}

async function openPage(browser: Browser, origin: string, locale: string): Promise<Page> {
  return (await browser.newContext({ baseURL: origin, locale })).newPage();
}

for (const [wanted, locale] of [
  ['de-DE', 'de-DE'],
  ['de-AT', 'de-DE'],
  ['ar', 'ar-AE'],
  ['zh-TW', 'zh-CN'],
  ['fr', FALLBACK_LOCALE],
  ['he', OWN_LOCALE],
] as const) {
  test(`a browser in ${wanted} gets the nearest available language`, async ({ browser, origin }) => {
    const page = await openPage(browser, origin, wanted);
    const text = await loadTexts(origin, locale);
    await page.goto('/edit');
    await expectShownIn(page, locale);
    await expect(page.getByRole('heading', { level: 1, name: text('bar.buy') })).toBeVisible();
    await expectNoSidewaysScrolling(page, wanted);
    await page.context().close();
  });
}

test('a language chosen in the menu is kept after a reload', async ({ page, origin }) => {
  const offered = await readOfferedLocales(origin);
  await page.goto('/edit');
  await page.getByRole('button', { name: 'Menu' }).click();
  for (const locale of offered) {
    const choice = page.getByRole('dialog').getByRole('button', { name: findNativeName(locale, offered), exact: true });
    await expect(choice).toHaveAttribute('lang', locale);
    await choice.click();
    await expectShownIn(page, locale);
    await expect(choice).toHaveAttribute('aria-pressed', 'true');
    await expectNoSidewaysScrolling(page, `the menu in ${locale}`);
  }
  await page.reload();
  await expectShownIn(page, offered.at(-1) ?? '');
});

test('a language chosen in the settings is kept after a reload', async ({ page, desk, origin }) => {
  const text = await loadTexts(origin, OWN_LOCALE);
  await page.goto('/settings');
  await logIn(page, desk, newEmail());
  await expect(page).toHaveURL(/\/settings/);
  await page.getByRole('combobox', { name: 'Language' }).selectOption(OWN_LOCALE);
  await expectShownIn(page, OWN_LOCALE);
  await page.reload();
  await expectShownIn(page, OWN_LOCALE);
  await expect(page.getByRole('heading', { name: text('settings.account') })).toBeVisible();
  await expectNoSidewaysScrolling(page, 'settings');
});

test('the terms of service open in the language of the menu', async ({ page, origin }) => {
  const offered = await readOfferedLocales(origin);
  await page.goto('/edit');
  await page.getByRole('button', { name: 'Menu' }).click();
  for (const locale of offered) {
    await page
      .getByRole('dialog')
      .getByRole('button', { name: findNativeName(locale, offered), exact: true })
      .click();
    await expectShownIn(page, locale);
    const [terms] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('dialog').locator('a[href="/terms.html"]').click(),
    ]);
    // The product's terms do not exist in the operator's own languages.
    const shown = locale === OWN_LOCALE ? FALLBACK_LOCALE : locale;
    await expectShownIn(terms, shown);
    const title = (await loadTexts(origin, shown))('menu.terms');
    await expect(terms.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(terms).toHaveTitle(title);
    await expectNoSidewaysScrolling(terms, `the terms in ${shown}`);
    await expectAccessible(terms, `the terms in ${shown}`);
    await terms.close();
  }
});

test('the screens from Edit to Enter Information are laid out from right to left', async ({
  browser,
  origin,
  desk,
}) => {
  const page = await openPage(browser, origin, OWN_LOCALE);
  const text = await loadTexts(origin, OWN_LOCALE);
  const expectScreen = async (path: RegExp) => {
    await expect(page).toHaveURL(path);
    await expectShownIn(page, OWN_LOCALE);
    await expect(page.locator('h1')).toBeVisible();
    await expectNoSidewaysScrolling(page, String(path));
    await expectAccessible(page, String(path));
  };
  const pressContinue = () => page.getByRole('button', { name: text('ui.continue'), exact: true }).click();

  await page.goto('/edit?sendCurrency=EUR&getCurrency=ETH_BASE');
  const pay = page.getByRole('textbox', { name: text('edit.you_pay') });
  await pay.fill('100');
  await pay.blur();
  await expect(page.getByRole('textbox', { name: text('edit.you_get') })).not.toHaveValue('');
  await expect(pay).toHaveCSS('direction', 'ltr');
  await expectScreen(/\/edit/);
  await pressContinue();
  const address = privateKeyToAccount(generatePrivateKey()).address;
  await page.getByRole('textbox', { name: text('submitAddress.address') }).fill(address);
  await checkByLabel(page.getByRole('radio', { name: text('submitAddress.self_hosted') }));
  await expectScreen(/\/submit-address/);
  await pressContinue();
  await expectScreen(/\/confirm-address/);
  await expect(page.locator('.address-groups')).toHaveCSS('direction', 'ltr');
  await page.getByRole('button', { name: text('confirmAddress.confirm'), exact: true }).click();
  await expectScreen(/\/email-login/);
  const email = newEmail();
  await page.getByRole('textbox', { name: text('login.email') }).fill(email);
  await pressContinue();
  await expectScreen(/\/verification-code/);
  await page.getByRole('textbox', { name: text('login.code') }).fill(await desk.loginCode(email));
  await expectScreen(/\/enter-information/);
  await page.context().close();
});

test('the menu opens at the right edge (right-to-left: the left one), and closes when dragged there', async ({
  browser,
  origin,
}) => {
  for (const locale of [FALLBACK_LOCALE, OWN_LOCALE]) {
    const page = await openPage(browser, origin, locale);
    const text = await loadTexts(origin, locale);
    await page.goto('/edit');
    await page.getByRole('button', { name: text('menu.title') }).click();
    const drawer = page.getByRole('dialog', { name: text('menu.title') });
    const width = page.viewportSize()?.width ?? 0;
    const isRightToLeft = textDirection(locale) === 'rtl';
    const readOuterEdge = async () => {
      const box = await drawer.boundingBox();
      return box && (isRightToLeft ? box.x : box.x + box.width);
    };
    await expect.poll(readOuterEdge, locale).toBe(isRightToLeft ? 0 : width);

    /** Drags with the mouse towards the end of the lines, or back if the distance is negative. */
    const dragToEnd = async (distance: number) => {
      const middle = width / 2;
      await page.mouse.move(middle, 20);
      await page.mouse.down();
      await page.mouse.move(middle + (isRightToLeft ? -distance : distance), 20, { steps: 4 });
      await page.mouse.up();
    };
    await dragToEnd(-120);
    await expect(drawer).toBeVisible();
    await dragToEnd(120);
    await expect(drawer).toBeHidden();
    await page.context().close();
  }
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the language demo is accessible in every language, ${colorScheme}`, async ({ page, origin }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/demo-lang');
    const offered = await readOfferedLocales(origin);
    expect(offered).toContain(OWN_LOCALE);
    for (const locale of offered) {
      await checkByLabel(page.getByRole('radio', { name: findNativeName(locale, offered) }));
      await expectShownIn(page, locale);
      const text = await loadTexts(origin, locale);
      await expect(page).toHaveTitle(new RegExp(text('title.demo_lang')));
      await expectAccessible(page, `${locale} ${colorScheme}`);
      await expectNoSidewaysScrolling(page, locale);
      const untranslatedKey = page.getByText('how.title', { exact: true });
      await expect(untranslatedKey).toHaveCount(locale === OWN_LOCALE ? 1 : 0);
    }
  });
}

test('the plugin is available in every language', async ({ page, origin }) => {
  for (const locale of await readOfferedLocales(origin)) {
    const text = await loadTexts(origin, locale);
    await page.goto(`/plugin?lang=${locale}`);
    await expectShownIn(page, locale);
    await expect(page.getByRole('textbox', { name: text('edit.you_pay') })).toBeVisible();
    await expectNoSidewaysScrolling(page, `the plugin in ${locale}`);
  }
});

test('the plugin uses the browser’s language', async ({ browser, origin }) => {
  const page = await openPage(browser, origin, 'he');
  await page.goto('/plugin');
  await expectShownIn(page, OWN_LOCALE);
  await page.context().close();
});

test('shows the operator’s own text as plain text', async ({ browser, origin }) => {
  const page = await openPage(browser, origin, CHANGED_LOCALE);
  const text = await loadTexts(origin, CHANGED_LOCALE);
  await page.goto('/edit');
  await page.getByRole('button', { name: text('menu.title') }).click();
  await expect(page.getByText(OWN_NOTICE, { exact: true })).toBeVisible();
  await expect(page.getByText(OWN_NOTICE).locator('b')).toHaveCount(0);
  await page.context().close();
});

test('shows the operator’s own English text, although English is built into the page', async ({ page, origin }) => {
  const notice = 'Run by the operator, for a trial.';
  await page.route('**/edit', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/data-changed="[^"]*"/, 'data-changed="en-US"');
    await route.fulfill({ response, body });
  });
  await page.route('**/languages/en-US.json', async (route) => {
    const texts = (await (await fetch(`${origin}/languages/en-US.json`)).json()) as Texts;
    await route.fulfill({ json: { ...texts, 'operator.legal_notice': notice } });
  });
  await page.goto('/edit');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByText(notice)).toBeVisible();
});
