import { Country } from 'country-state-city';
import countryNames from 'i18n-iso-countries';

export type CountryRow = { readonly code: string; readonly name: string; readonly currency: string };

/** Where the list is behind ISO 4217, or names what is no currency of it; '' for a country that has no tender. */
const TENDER: Readonly<Record<string, string>> = {
  AQ: '',
  BG: 'EUR',
  HR: 'EUR',
  MR: 'MRU',
  SL: 'SLE',
  ST: 'STN',
  VE: 'VES',
  ZW: 'ZWG',
};

/** Every country of ISO 3166 that has a currency, by English name. */
export const countries: readonly CountryRow[] = Country.getAllCountries()
  .map((row) => ({
    code: row.isoCode,
    name: countryNames.getName(row.isoCode, 'en') ?? row.name,
    currency: TENDER[row.isoCode] ?? row.currency,
  }))
  .filter((row) => countryNames.isValid(row.code) && row.currency !== '')
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

const byCode = new Map(countries.map((row) => [row.code, row]));

export function findCountry(code: string): CountryRow | undefined {
  return byCode.get(code);
}

const MOST_SUGGESTIONS = 20;

/** Cities of a country whose names begin with the text; loaded on first use, since the list is large. */
export async function suggestCities(code: string, search: string): Promise<string[]> {
  const { City } = await import('country-state-city');
  const wanted = fold(search);
  const names = new Set<string>();
  for (const { name } of City.getCitiesOfCountry(code) ?? []) {
    if (fold(name).startsWith(wanted)) names.add(name);
    if (names.size >= MOST_SUGGESTIONS) break;
  }
  return [...names];
}

/** Lower case without accents, so that `Malmo` finds Malmö. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
