import { waitForScreen } from '../../console/consolePage.ts';
import { test } from '../../world.ts';
import { themes } from '../appearances.ts';
import { changeTheme } from '../changeAppearance.ts';
import { partnerScenes, preparePartner } from '../partnerScenes.ts';
import { buildPicturePath, type Size, sizes } from './pictures.ts';

test('takes the pictures of the partner pages', async ({ page, world, desk, operator }) => {
  test.slow();
  const partner = await preparePartner({ page, world, desk, operator });
  try {
    for (const { name, path, isLoggedOut, prepare, open } of partnerScenes) {
      await page.context().clearCookies();
      if (!isLoggedOut) await page.context().addCookies(partner.cookies);
      await prepare?.(page);
      await page.goto(`/partners/${path}`);
      // A path that differs only in its fragment loads no new document.
      await page.reload();
      await waitForScreen(page);
      await open?.(page);
      await waitForScreen(page);
      for (const size of Object.keys(sizes) as Size[]) {
        await page.setViewportSize(sizes[size]);
        for (const theme of themes) {
          await changeTheme(page, theme);
          const scale = size === 'phone' ? 'device' : 'css';
          await page.screenshot({
            path: buildPicturePath(`partners-${name}`, `${size}-${theme}-en-US`),
            fullPage: true,
            animations: 'disabled',
            caret: 'hide',
            scale,
          });
        }
      }
      await page.unrouteAll({ behavior: 'wait' });
    }
  } finally {
    await partner.close();
  }
});
