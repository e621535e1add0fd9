import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { logInAsPerson } from '../../console/consolePage.ts';
import { readLivenSettings } from '../../liven/livenSettings.ts';
import { consoleScenes } from '../consoleScenes.ts';
import { CONSOLE_README_PICTURES_FOLDER, consoleReadmeFiles } from './consolePictures.ts';

const FOLDER = fileURLToPath(new URL('../../../test-results/console/', import.meta.url));
const SIZES = {
  desktop: { width: 1600, height: 1000 },
  narrow: { width: 1200, height: 900 },
  phone: { width: 390, height: 844 },
};

/**
 * `npm run screens:console`: takes pictures of every screen of the console in three sizes and two themes. It needs a running
 * `npm start`, with the activity of `npm run liven`.
 */
async function main(): Promise<void> {
  const { consoleUrl } = readLivenSettings(process.env, process.cwd());
  const executablePath = process.env['CHROMIUM_PATH'] || '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  await mkdir(FOLDER, { recursive: true });
  try {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [size, viewport] of Object.entries(SIZES)) {
        const context = await browser.newContext({ viewport, colorScheme });
        const page = await context.newPage();
        let person = '';
        for (const { name, path, as, open } of consoleScenes) {
          if (as !== person) await logInAsPerson(page, consoleUrl, as);
          person = as;
          await page.goto(new URL(path, consoleUrl).href);
          await page.getByText(/^Live, /).waitFor();
          if (open) await open(page);
          await page.locator('h1').waitFor();
          await page.locator('.skeleton').first().waitFor({ state: 'detached' });
          await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined);
          const file = `${name}-${size}-${colorScheme}.png`;
          await page.screenshot({ path: join(FOLDER, file), animations: 'disabled', caret: 'hide' });
          if (consoleReadmeFiles.includes(file))
            await copyFile(join(FOLDER, file), join(CONSOLE_README_PICTURES_FOLDER, file));
        }
        await context.close();
      }
  } finally {
    await browser.close();
  }
  process.stdout.write(`Pictures of the console are in ${FOLDER}\n`);
}

await main();
