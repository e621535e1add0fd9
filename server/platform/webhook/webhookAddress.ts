import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Where a name leads; injectable, so that a test needs no names of its own. */
export type ResolveName = (host: string) => Promise<readonly string[]>;

/** Whose addresses may be posted to: everybody's, or this machine's too, as in the sandbox. */
export type AddressRule = 'public' | 'public or loopback' | 'any';

/** An address that must not be posted to, or that is none. */
export class AddressRefused extends Error {
  override name = 'AddressRefused';
}

export const resolveName: ResolveName = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/** All that IANA assigns (https://www.iana.org/assignments/ipv6-address-space): `::127.0.0.1`, for one, is outside. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an address is neither private, nor special, nor one that carries or translates to another address. */
function isGlobal(text: string): boolean {
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(GLOBAL_IPV6);
}

const rules: Readonly<Record<AddressRule, (address: string) => boolean>> = {
  public: isGlobal,
  'public or loopback': (address) => isGlobal(address) || ipaddr.parse(address).range() === 'loopback',
  any: () => true,
};

/**
 * The addresses that a URL leads to, each of which is allowed: one that is not refuses them all. Whoever connects uses
 * these, so that a name that leads elsewhere a moment later changes nothing. Throws {@link AddressRefused}.
 */
export async function allowedAddresses(url: URL, rule: AddressRule, resolve: ResolveName): Promise<readonly string[]> {
  if (url.username !== '' || url.password !== '') throw new AddressRefused('the address carries a name or a password');
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || rule === 'public'))
    throw new AddressRefused('the address is not https');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  const refused = addresses.find((address) => !rules[rule](address));
  if (refused !== undefined) throw new AddressRefused(`${refused} is not a public address`);
  if (addresses.length === 0) throw new AddressRefused(`${host} has no address`);
  return addresses;
}
