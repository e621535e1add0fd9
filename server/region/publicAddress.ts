import { BlockList, isIP } from 'node:net';

/** Networks that tell no place: loopback, private, link-local, shared and documentation (IANA's special registries). */
const special = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  special.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  special.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address tells anything about who uses it: many people come from one private address. */
export function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const version = isIP(plain);
  return version !== 0 && !special.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}
