import { countryName } from '../../i18n/names.ts';
import { text } from '../../i18n/text.ts';

type Device = { readonly browser: string; readonly system: string };

/** `Firefox, Windows`; what is known of it. */
export function deviceText({ browser, system }: Device): string {
  if (browser && system) return text('sessions.device', { browser, system });
  return browser || system || text('sessions.device_unknown');
}

/** The country's name; empty where the place is not known. */
export function placeText(country: string): string {
  return country === '' ? '' : countryName(country, country);
}
