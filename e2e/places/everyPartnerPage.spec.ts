import { DESKTOP_WINDOW, waitForScreen } from '../console/consolePage.ts';
import { type PreparedPartner, partnerScenes, preparePartner } from '../gallery/partnerScenes.ts';
import { expectAccessibleScreen } from '../page/inspectScreen.ts';
import { test } from '../world.ts';

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false, reducedMotion: 'reduce' });

let partner: PreparedPartner | undefined;

test.afterAll(() => partner?.close());

for (const { name, path, isLoggedOut, prepare, open } of partnerScenes) {
  test(`${name} of the partner pages is accessible and never scrolls sideways`, async ({
    page,
    world,
    desk,
    operator,
  }) => {
    partner ??= await preparePartner({ page, world, desk, operator });
    await page.context().clearCookies();
    if (!isLoggedOut) await page.context().addCookies(partner.cookies);
    await prepare?.(page);
    await page.goto(`/partners/${path}`);
    await waitForScreen(page);
    await open?.(page);
    await waitForScreen(page);

    await expectAccessibleScreen(page, name);
  });
}
