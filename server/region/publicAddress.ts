import { type IpAddress, reachedAddress } from '../platform/ipAddress.ts';

/** Ranges of IANA's special registries that tell no place. */
const PLACELESS: ReadonlySet<string> = new Set([
  'unspecified',
  'loopback',
  'private',
  'carrierGradeNat',
  'linkLocal',
  'uniqueLocal',
]);

/** Whether an IP address is of this machine or of a network around it: a developer's, an office's, a container's. */
export function isLocalAddress(text: string): boolean {
  return isPlaceless(reachedAddress(text));
}

/** Whether an IP address tells anything about who uses it: many people come from one private address. */
export function isPublicAddress(text: string): boolean {
  const address = reachedAddress(text);
  return address !== undefined && !isPlaceless(address);
}

function isPlaceless(address: IpAddress | undefined): boolean {
  return address !== undefined && PLACELESS.has(address.range());
}
