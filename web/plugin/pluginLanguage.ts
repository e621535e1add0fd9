import { i18n, type Messages } from '@lingui/core';
import { chooseLocale, FALLBACK_LOCALE } from '@slipway/contract/chooseLocale.ts';
import { activateIn, messagesFor } from '../i18n/activateIn.ts';
import english from '../i18n/en-US.json?compiled&part=plugin';
import { pageLanguages } from '../i18n/pageLanguages.ts';

/** The offered language that `lang` asks for, else the browser's first that is offered, else English. */
export function pluginLocale(
  search: string,
  browserLanguages: readonly string[],
  offered: readonly string[] = pageLanguages().offered,
): string {
  const asked = new URLSearchParams(search).get('lang');
  return chooseLocale(asked ? [asked, ...browserLanguages] : browserLanguages, offered);
}

/** Shows a language; nothing is stored, since a frame of another site may be given no storage at all. */
export async function startPluginLanguage(locale: string): Promise<void> {
  const texts = isBuiltIn(locale) ? {} : await fetchTexts(locale);
  // When the file did not come the page is readable in English.
  const shown = texts ? locale : FALLBACK_LOCALE;
  i18n.load(shown, messagesFor(shown, texts ?? {}, english as Messages));
  activateIn(shown);
}

/** English comes with the page, unless the operator has changed some of it. */
function isBuiltIn(locale: string): boolean {
  return locale === FALLBACK_LOCALE && !pageLanguages().changed.includes(locale);
}

/** The plugin's own part of a language, its messages parsed by the server. */
async function fetchTexts(locale: string): Promise<Messages | null> {
  try {
    const response = await fetch(`/plugin/languages/${encodeURIComponent(locale)}.json`);
    return response.ok ? ((await response.json()) as Messages) : null;
  } catch {
    return null;
  }
}
