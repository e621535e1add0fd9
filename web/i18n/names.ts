import { currentLocale } from './text.ts';

/** A country's name in the current language; the given one where the browser knows none. */
export function countryName(code: string, given: string): string {
  return nameOf('region', code, given);
}

/** A fiat currency's name in the current language. */
export function currencyName(code: string, given: string): string {
  return nameOf('currency', code, given);
}

function nameOf(type: 'region' | 'currency', code: string, given: string): string {
  try {
    return new Intl.DisplayNames(currentLocale(), { type, fallback: 'none' }).of(code) ?? given;
  } catch {
    return given;
  }
}
