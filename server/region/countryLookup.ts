import { createRequire } from 'node:module';
import { type CountryResponse, open } from 'maxmind';
import { resolveEmbeddedAddress } from '../platform/ipAddress.ts';
import { memoizeByText } from '../platform/memoize.ts';

/** Returns the ISO 3166 code of the country that an IP address is registered in; undefined for local and unknown addresses. */
export type CountryLookup = (ipAddress: string) => string | undefined;

/** Record of the bundled registration database (CC0), which has the country code at its top level. */
type RegistrationRecord = CountryResponse & { readonly country_code?: string };

export async function openCountryLookup(): Promise<CountryLookup> {
  const require = createRequire(import.meta.url);
  const [v4, v6] = await Promise.all(
    ['ipv4', 'ipv6'].map((version) =>
      open<RegistrationRecord>(
        require.resolve(`@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-${version}.mmdb`),
      ),
    ),
  );
  return memoizeByText((text) => {
    const address = resolveEmbeddedAddress(text);
    if (!address) return undefined;
    const place = (address.kind() === 'ipv4' ? v4 : v6)?.get(address.toString());
    return place?.country_code ?? place?.country?.iso_code;
  });
}
