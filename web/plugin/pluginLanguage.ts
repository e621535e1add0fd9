import { i18n, type Messages } from '@lingui/core';
import { chooseLocale, FALLBACK_LOCALE } from '@slipway/contract/chooseLocale.ts';
import { activateLocale, mergeMessages } from '../i18n/activateLocale.ts';
import english from '../i18n/en-US.json?compiled&part=plugin';
import { readPageLanguages } from '../i18n/readPageLanguages.ts';

/** Returns the language requested by `lang` if offered, else the browser's first offered language, else English. */
export function choosePluginLocale(
  search: string,
  browserLanguages: readonly string[],
  offered: readonly string[] = readPageLanguages().offered,
): string {
  const requestedLanguage = new URLSearchParams(search).get('lang');
  return chooseLocale(requestedLanguage ? [requestedLanguage, ...browserLanguages] : browserLanguages, offered);
}

/** Shows a language without storing it, because frames of other sites may have no storage. */
export async function startPluginLanguage(locale: string): Promise<void> {
  const texts = isBuiltIn(locale) ? {} : await fetchTexts(locale);
  // Falls back to English if the file failed to load.
  const shown = texts ? locale : FALLBACK_LOCALE;
  i18n.load(shown, mergeMessages(shown, texts ?? {}, english as Messages));
  activateLocale(shown);
}

/** Returns true for English, whose texts are in the bundle unless the operator changed some of them. */
function isBuiltIn(locale: string): boolean {
  return locale === FALLBACK_LOCALE && !readPageLanguages().changed.includes(locale);
}

/** Loads the plugin's texts of a language, with messages parsed by the server. */
async function fetchTexts(locale: string): Promise<Messages | null> {
  try {
    const response = await fetch(`/plugin/languages/${encodeURIComponent(locale)}.json`);
    return response.ok ? ((await response.json()) as Messages) : null;
  } catch {
    return null;
  }
}
