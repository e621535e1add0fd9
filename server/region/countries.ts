import countryToCurrency from 'country-to-currency';
import countryNames from 'i18n-iso-countries';

export type CountryRow = { readonly code: string; readonly name: string; readonly currency: string };

/** Territories without permanent residents, whose visitors pay in their home currency. */
const WITHOUT_CURRENCY = new Set(['AQ']);

const currencyByCountry: Readonly<Record<string, string | undefined>> = countryToCurrency;

/** Every country of ISO 3166 that has a currency, sorted by English name. */
export const countries: readonly CountryRow[] = Object.entries(countryNames.getNames('en'))
  .flatMap(([code, name]): CountryRow[] => {
    const currency = currencyByCountry[code];
    return currency === undefined || WITHOUT_CURRENCY.has(code) ? [] : [{ code, name, currency }];
  })
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

const byCode = new Map(countries.map((row) => [row.code, row]));

export function findCountry(code: string): CountryRow | undefined {
  return byCode.get(code);
}
