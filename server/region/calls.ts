import type { Handlers } from '../platform/http/handlers.ts';
import { suggestCities } from './cities.ts';
import { countries, findCountry } from './countries.ts';

export type RegionContext = {
  readonly region: {
    readonly isBanned: (country: string) => boolean;
    readonly isBlocked: (address: string) => boolean;
  };
};

export function regionCalls({ region }: RegionContext): Pick<Handlers, 'getallcountry' | 'getCountry' | 'getCity'> {
  return {
    async getallcountry(_input, { country, address }) {
      return {
        data: {
          currCode: country,
          isBan: region.isBanned(country) || region.isBlocked(address) ? 1 : 0,
          currCountry: findCountry(country)?.name ?? country,
          list: countries
            .filter(({ code }) => !region.isBanned(code))
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
