import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OldBrowserTexts } from '@slipway/look/tools/oldBrowser.ts';

const LANGUAGES_FOLDER = fileURLToPath(new URL('../i18n/', import.meta.url));
const FALLBACK = 'en-US';

/** Returns the message for old browsers in every language that the app ships. */
export function readOldBrowserTexts(): OldBrowserTexts {
  const languages = readdirSync(LANGUAGES_FOLDER).flatMap((file) => /^(.+)\.json$/.exec(file)?.[1] ?? []);
  const ordered = [FALLBACK, ...languages.filter((language) => language !== FALLBACK)];
  return Object.fromEntries(ordered.map((language) => [language, readOldBrowserText(language)]));
}

function readOldBrowserText(language: string) {
  const texts = JSON.parse(readFileSync(`${LANGUAGES_FOLDER}${language}.json`, 'utf8')) as Record<string, string>;
  return { title: texts['document.old_browser_title'] ?? '', message: texts['document.old_browser'] ?? '' };
}
