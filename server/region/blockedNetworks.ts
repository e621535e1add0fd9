import { BlockList } from 'node:net';
import { type IpAddress, parseIpAddress, resolveEmbeddedAddress } from '../platform/ipAddress.ts';
import { memoizeByText } from '../platform/memoize.ts';

/** IP networks that the operator does not serve. */
export type BlockedNetworks = { has(address: string): boolean };

type Network = { readonly address: IpAddress; readonly prefix: number };

/** Returns true for an IP address or network: `203.0.113.7`, `203.0.113.0/24`, `2001:db8::/32`. */
export function isNetwork(text: string): boolean {
  return parseNetwork(text) !== undefined;
}

/**
 * Returns a set of these networks, which also finds an IPv4 address that is embedded in an IPv6 address. Throws RangeError for
 * a text that is no network.
 */
export function createBlockedNetworks(networks: readonly string[]): BlockedNetworks {
  const list = new BlockList();
  for (const text of networks) {
    const network = parseNetwork(text);
    if (!network) throw new RangeError(`no network: ${text}`);
    list.addSubnet(network.address.toString(), network.prefix, network.address.kind());
  }
  const isListed = (address: IpAddress | undefined) =>
    address !== undefined && list.check(address.toString(), address.kind());
  return { has: memoizeByText((text) => isListed(parseIpAddress(text)) || isListed(resolveEmbeddedAddress(text))) };
}

function parseNetwork(text: string): Network | undefined {
  const [plain = '', prefix, ...rest] = text.split('/');
  const address = parseIpAddress(plain);
  if (!address || rest.length > 0 || plain.includes('%')) return undefined;
  const bits = address.kind() === 'ipv4' ? 32 : 128;
  if (prefix === undefined) return { address, prefix: bits };
  if (!/^\d{1,3}$/.test(prefix)) return undefined;
  // The prefix length of an IPv4-mapped IPv6 network includes the 96 bits before the IPv4 address.
  const length = Number(prefix) - (bits === 32 && plain.includes(':') ? 96 : 0);
  return length >= 0 && length <= bits ? { address, prefix: length } : undefined;
}
