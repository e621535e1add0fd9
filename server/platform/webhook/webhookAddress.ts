import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Resolves a name; injectable, so that tests need no DNS. */
export type NameResolver = (host: string) => Promise<readonly string[]>;

/** The addresses that may be posted to: public ones, also loopback ones (sandbox), or any. */
export type AddressRule = 'public' | 'public or loopback' | 'any';

/** An address that must not be posted to, or is invalid. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

export const resolveName: NameResolver = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** All global addresses that IANA assigns (https://www.iana.org/assignments/ipv6-address-space): `::127.0.0.1`, for example, is outside. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Returns true for addresses that are not private or special, and do not embed or translate to another address. */
function isGlobal(text: string): boolean {
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_IPV6);
}

const addressRules: Readonly<Record<AddressRule, (address: string) => boolean>> = {
  public: isGlobal,
  'public or loopback': (address) => isGlobal(address) || ipaddr.parse(address).range() === 'loopback',
  any: () => true,
};

/**
 * Returns the IP addresses of a URL if all are allowed. Callers must connect to these, so that a later DNS change has no
 * effect. Throws {@link AddressRefused}.
 */
export async function resolveAllowedAddresses(
  url: URL,
  rule: AddressRule,
  resolve: NameResolver,
): Promise<readonly string[]> {
  if (url.username !== '' || url.password !== '') throw new AddressRefused('the address carries a name or a password');
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || rule === 'public'))
    throw new AddressRefused('the address is not https');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  const refused = addresses.find((address) => !addressRules[rule](address));
  if (refused !== undefined) throw new AddressRefused(`${refused} is not a public address`);
  if (addresses.length === 0) throw new AddressRefused(`${host} has no address`);
  return addresses;
}
