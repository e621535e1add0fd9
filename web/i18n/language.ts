import { i18n, type Messages } from '@lingui/core';
import { chooseLocale, FALLBACK_LOCALE } from '@slipway/contract/chooseLocale.ts';
import { useSyncExternalStore } from 'react';
import { storeChoiceCookie } from '../api/choiceCookie.ts';
import { activateIn, messagesFor } from './activateIn.ts';
import { pageLanguages } from './pageLanguages.ts';
import { currentLocale } from './text.ts';

const STORAGE_KEY = 'locale';
/** A language file that takes longer than this does not hold the first page back. */
const FIRST_PAGE_WAIT_MS = 2500;

/** The language that the buyer chose, else the browser's first that is offered, else English. */
export function preferredLocale(offered: readonly string[]): string {
  const stored = localStorage.getItem(STORAGE_KEY);
  return chooseLocale(stored ? [stored, ...navigator.languages] : navigator.languages, offered);
}

/** Shows the preferred language, or English first when its file is late. */
export async function startLanguage(fallbackTexts: Messages): Promise<void> {
  i18n.load(FALLBACK_LOCALE, fallbackTexts);
  fallback = fallbackTexts;
  activateIn(FALLBACK_LOCALE);
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, FIRST_PAGE_WAIT_MS);
  });
  await Promise.race([showPreferred(), late]);
}

/** Also what another tab has chosen since. */
export async function showPreferred(): Promise<void> {
  const { offered } = pageLanguages();
  const locale = preferredLocale(offered.length > 0 ? offered : await offeredLocales());
  if (locale !== i18n.locale || !isBuiltIn(locale)) await show(locale);
}

/** Switches and remembers. False when the language could not be had; the current one then stays. */
export async function switchLanguage(locale: string): Promise<boolean> {
  const shown = await show(locale);
  if (shown) {
    localStorage.setItem(STORAGE_KEY, locale);
    storeChoiceCookie('locale', locale);
  }
  return shown;
}

/** Texts of the screens behind the first one; in other languages they came with the rest. */
export async function loadLaterTexts(): Promise<void> {
  const { default: texts } = await import('./en-US.json?compiled&part=later');
  const later = texts as Messages;
  fallback = { ...fallback, ...later };
  for (const locale of [FALLBACK_LOCALE, ...Object.keys(loaded)]) {
    i18n.load(locale, messagesFor(locale, loaded[locale] ?? later, later));
  }
}

/** Languages that the operator offers, English always among them; English alone while they are not known. */
export async function offeredLocales(): Promise<readonly string[]> {
  try {
    const answer = (await (await fetch('/admin/languages')).json()) as LanguageList;
    const list = answer.dataList ?? answer.data?.dataList ?? [];
    return [...new Set([FALLBACK_LOCALE, ...list.map((entry) => entry.localName)])];
  } catch {
    return [FALLBACK_LOCALE];
  }
}

/** The page is drawn again when the language changes. */
export function useLocale(): string {
  return useSyncExternalStore((changed) => i18n.on('change', changed), currentLocale, currentLocale);
}

/** Every key that has a text, and those of them that a language lends from English. */
export function keysOf(locale: string): { readonly all: readonly string[]; readonly lent: readonly string[] } {
  const all = Object.keys(fallback).toSorted();
  const own = loaded[locale] ?? {};
  return { all, lent: locale === FALLBACK_LOCALE ? [] : all.filter((key) => !(key in own)) };
}

type LanguageList = {
  dataList?: { localName: string }[];
  data?: { dataList?: { localName: string }[] };
};

async function show(locale: string): Promise<boolean> {
  if (!(locale in loaded) && !isBuiltIn(locale)) {
    const texts = await fetchTexts(locale);
    if (!texts) return false;
    // A text that a language lacks is shown in English rather than as its key.
    i18n.load(locale, messagesFor(locale, texts, fallback));
    loaded[locale] = texts;
  }
  activateIn(locale);
  return true;
}

/** English comes with the page, unless the operator has changed some of it. */
function isBuiltIn(locale: string): boolean {
  return locale === FALLBACK_LOCALE && !pageLanguages().changed.includes(locale);
}

/** The texts that came for each language, without what English lends them. */
const loaded: Record<string, Messages> = {};
let fallback: Messages = {};

async function fetchTexts(locale: string): Promise<Messages | null> {
  try {
    const [response, { compileMessage }] = await Promise.all([
      fetch(`/languages/${encodeURIComponent(locale)}.json`),
      import('@lingui/message-utils/compileMessage'),
    ]);
    if (!response.ok) return null;
    const texts = (await response.json()) as Record<string, string>;
    return Object.fromEntries(Object.entries(texts).map(([key, message]) => [key, compileMessage(message)]));
  } catch {
    return null;
  }
}
