import { DESKTOP_WINDOW, waitForScreen } from '../console/consolePage.ts';
import { changeTheme } from '../gallery/changeAppearance.ts';
import { type PreparedPartner, partnerScenes, preparePartner } from '../gallery/partnerScenes.ts';
import { expectAccessible, expectColorContrast } from '../page/inspectPage.ts';
import { expectPageFits } from '../page/pageFits.ts';
import { expectReadingOrder } from '../page/touchTargets.ts';
import { test } from '../world.ts';

const PHONE = { width: 390, height: 844 };

test.describe.configure({ mode: 'serial' });
test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false, reducedMotion: 'reduce' });

let partner: PreparedPartner | undefined;

test.afterAll(() => partner?.close());

for (const { name, path, isLoggedOut, prepare, open } of partnerScenes) {
  test(`${name} of the partner pages is accessible and fits`, async ({ page, world, desk, operator }) => {
    partner ??= await preparePartner({ page, world, desk, operator });
    await page.context().clearCookies();
    if (!isLoggedOut) await page.context().addCookies(partner.cookies);
    await prepare?.(page);
    await page.goto(`/partners/${path}`);
    await waitForScreen(page);
    await open?.(page);
    await waitForScreen(page);

    await expectAccessible(page, `${name} at a desk, light`);
    await changeTheme(page, 'dark');
    await expectColorContrast(page, `${name} at a desk, dark`);
    await page.setViewportSize(PHONE);
    await expectAccessible(page, `${name} on a phone, dark`);
    await changeTheme(page, 'light');
    await expectColorContrast(page, `${name} on a phone, light`);
    await expectReadingOrder(page, name);
    await expectPageFits(page, name, PHONE);
  });
}
