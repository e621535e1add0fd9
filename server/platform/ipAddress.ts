import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { remembering } from './remembering.ts';

export type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * The address that a text names; undefined where it names none. IPv4 that is written as IPv6 (`::ffff:203.0.113.7`, as a
 * socket of both kinds or a proxy may write it) is that IPv4 address.
 */
export function readAddress(text: string): IpAddress | undefined {
  const [plain = ''] = text.split('%', 1);
  // The parser alone would also take `127.1` and `0x7f000001`.
  return isIP(plain) === 0 ? undefined : ipaddr.process(plain);
}

/** What some proxies write for a client: `203.0.113.7:50000`, `[2001:db8::7]:50000`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|(\d+(?:\.\d+){3}))(?::\d{1,5})?$/;

/**
 * A client's address in the one form in which it is counted, listed and kept, whatever form a socket or a proxy gave it;
 * empty where what came names none.
 */
export const addressOfClient = remembering((text) => {
  const [, bracketed, dotted] = WITH_PORT.exec(text) ?? [];
  return readAddress(bracketed ?? dotted ?? text)?.toString() ?? '';
});

/** Networks of IPv6 whose addresses carry one of IPv4, and where in their sixteen bytes. */
const CARRIERS: readonly (readonly [network: string, carried: (bytes: readonly number[]) => number[]])[] = [
  // NAT64, the well-known prefix (RFC 6052).
  ['64:ff9b::/96', (bytes) => bytes.slice(12)],
  // The deprecated IPv4-compatible form (RFC 4291, 2.5.5.1).
  ['::/96', (bytes) => bytes.slice(12)],
  // 6to4 (RFC 3056).
  ['2002::/16', (bytes) => bytes.slice(2, 6)],
  // Teredo (RFC 4380): every bit turned round.
  ['2001::/32', (bytes) => bytes.slice(12).map((byte) => byte ^ 0xff)],
];

const carriers = CARRIERS.map(([network, carried]) => ({ network: ipaddr.IPv6.parseCIDR(network), carried }));

/**
 * The address that an answer to this one arrives at: of NAT64, 6to4 and Teredo the IPv4 address inside, since every packet
 * goes there. Where a client is, and whether it is served, is asked about this one.
 */
export function reachedAddress(text: string): IpAddress | undefined {
  const address = readAddress(text);
  if (address?.kind() !== 'ipv6') return address;
  const carrier = carriers.find(({ network }) => address.match(network));
  return carrier ? ipaddr.fromByteArray(carrier.carried(address.toByteArray())) : address;
}
