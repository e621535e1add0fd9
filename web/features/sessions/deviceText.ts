import { formatCountryName } from '../../i18n/names.ts';
import { text } from '../../i18n/text.ts';

type Device = { readonly browser: string; readonly system: string };

/** Returns `Firefox, Windows`, or the known part of it. */
export function formatDevice({ browser, system }: Device): string {
  if (browser && system) return text('sessions.device', { browser, system });
  return browser || system || text('sessions.device_unknown');
}

/** Returns the country's name, or '' if unknown. */
export function formatCountry(country: string): string {
  return country === '' ? '' : formatCountryName(country, country);
}
