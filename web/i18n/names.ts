import { getLocale } from './text.ts';

/** Returns a country's name in the current language, or the given name if the browser has none. */
export function formatCountryName(code: string, given: string): string {
  return findDisplayName('region', code, given);
}

/** Returns a fiat currency's name in the current language. */
export function formatCurrencyName(code: string, given: string): string {
  return findDisplayName('currency', code, given);
}

function findDisplayName(type: 'region' | 'currency', code: string, given: string): string {
  try {
    return new Intl.DisplayNames(getLocale(), { type, fallback: 'none' }).of(code) ?? given;
  } catch {
    return given;
  }
}
