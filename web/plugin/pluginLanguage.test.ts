import { expect, test, vi } from 'vitest';
import { choosePluginLocale } from './pluginLanguage.ts';

// This import works only in the build.
vi.mock('../i18n/en-US.json?compiled&part=plugin', () => ({ default: {} }));

const OFFERED = ['de-DE', 'en-US', 'he-IL', 'zh-CN'];

test.each([
  ['', ['en-US'], 'en-US'],
  ['', ['zh-CN'], 'zh-CN'],
  ['', ['zh-Hant-TW'], 'zh-CN'],
  ['', ['fr-FR', 'he'], 'he-IL'],
  ['', ['fr-FR'], 'en-US'],
  ['', [], 'en-US'],
  ['?lang=zh-CN', ['en-US'], 'zh-CN'],
  ['?lang=zh', ['en-US'], 'zh-CN'],
  ['?lang=EN', ['zh-CN'], 'en-US'],
  ['?lang=en_GB', ['zh-CN'], 'en-US'],
  ['?lang=de', ['zh-CN'], 'de-DE'],
  ['?lang=fr-FR', ['zh-CN'], 'zh-CN'],
  ['?lang=../../evil', ['en-US'], 'en-US'],
  ['?lang=', ['zh-CN'], 'zh-CN'],
])('%j in a browser of %j is shown in %s', (search, browser, shown) => {
  expect(choosePluginLocale(search, browser, OFFERED)).toBe(shown);
});
