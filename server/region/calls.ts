import type { Handlers } from '../platform/http/handlers.ts';
import { suggestCities } from './cities.ts';
import { countries, findCountry } from './countries.ts';
import { isCallerDenied, type ServedRegions } from './servedCallers.ts';

export type RegionContext = { readonly regions: ServedRegions };

export function regionCalls({ regions }: RegionContext): Pick<Handlers, 'getallcountry' | 'getCountry' | 'getCity'> {
  return {
    async getallcountry(_input, caller) {
      const { country } = caller;
      return {
        data: {
          currCode: country,
          isBan: isCallerDenied(regions, caller) ? 1 : 0,
          currCountry: findCountry(country)?.name ?? country,
          list: countries
            .filter(({ code }) => !regions.isBannedCountry(code))
            .map(({ code, name, currency }) => ({ code, country: name, currency })),
        },
      };
    },
    async getCountry() {
      return { data: countries.map(({ code, name }) => ({ code, country: name })) };
    },
    async getCity({ country, search }) {
      return { data: await suggestCities(country, search) };
    },
  };
}
