import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { memoizeByText } from './memoize.ts';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Parses an address; undefined if the text is none. IPv4 in IPv6 notation (`::ffff:203.0.113.7`, from dual-stack sockets or
 * proxies) is returned as IPv4.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  const [plain = ''] = text.split('%', 1);
  // The parser would also accept `127.1` and `0x7f000001`.
  return isIP(plain) === 0 ? undefined : ipaddr.process(plain);
}

/** Clients as some proxies write them: `203.0.113.7:50000`, `[2001:db8::7]:50000`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d{1,5})?$/;

/**
 * Returns a client's normalized address for counting, listing and storing, regardless of the notation that a socket or
 * proxy used; empty if it is invalid.
 */
export const normalizeClientAddress = memoizeByText((text) => {
  const [, bracketed, dotted] = WITH_PORT.exec(text) ?? [];
  return parseIpAddress(bracketed ?? dotted ?? text)?.toString() ?? '';
});

/** IPv6 networks whose addresses embed an IPv4 address, and its position in the sixteen bytes. */
const CARRIERS: readonly (readonly [network: string, carried: (bytes: readonly number[]) => number[]])[] = [
  // NAT64, the well-known prefix (RFC 6052).
  ['64:ff9b::/96', (bytes) => bytes.slice(12)],
  // The deprecated IPv4-compatible form (RFC 4291, 2.5.5.1).
  ['::/96', (bytes) => bytes.slice(12)],
  // 6to4 (RFC 3056).
  ['2002::/16', (bytes) => bytes.slice(2, 6)],
  // Teredo (RFC 4380): every bit inverted.
  ['2001::/32', (bytes) => bytes.slice(12).map((byte) => byte ^ 0xff)],
];

const carriers = CARRIERS.map(([network, carried]) => ({ network: ipaddr.IPv6.parseCIDR(network), carried }));

/**
 * Returns the address that an answer reaches: the embedded IPv4 address for the networks of {@link CARRIERS}; undefined if the
 * text is none. It determines where a client is and whether it is served.
 */
export function resolveEmbeddedAddress(text: string): IpAddress | undefined {
  const address = parseIpAddress(text);
  if (address?.kind() !== 'ipv6') return address;
  const carrier = carriers.find(({ network }) => address.match(network));
  return carrier ? ipaddr.fromByteArray(carrier.carried(address.toByteArray())) : address;
}
