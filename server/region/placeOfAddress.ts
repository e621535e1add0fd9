import { createRequire } from 'node:module';
import { type CountryResponse, open } from 'maxmind';
import { reachedAddress } from '../platform/ipAddress.ts';
import { remembering } from '../platform/remembering.ts';

/** ISO 3166 code of the country that an IP address is registered in; undefined for local and unknown addresses. */
export type PlaceOfAddress = (ipAddress: string) => string | undefined;

/** The bundled database of registrations (CC0). The country code is kept at the top level of each record. */
type Place = CountryResponse & { readonly country_code?: string };

export async function openPlaceOfAddress(): Promise<PlaceOfAddress> {
  const require = createRequire(import.meta.url);
  const [v4, v6] = await Promise.all(
    ['ipv4', 'ipv6'].map((version) =>
      open<Place>(require.resolve(`@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-${version}.mmdb`)),
    ),
  );
  return remembering((text) => {
    const address = reachedAddress(text);
    if (!address) return undefined;
    const place = (address.kind() === 'ipv4' ? v4 : v6)?.get(address.toString());
    return place?.country_code ?? place?.country?.iso_code;
  });
}
