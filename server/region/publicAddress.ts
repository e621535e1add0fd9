import { type IpAddress, resolveEmbeddedAddress } from '../platform/ipAddress.ts';

/** Ranges of IANA's special-purpose registries that have no geographic location. */
const LOCAL_RANGES: ReadonlySet<string> = new Set([
  'unspecified',
  'loopback',
  'private',
  'carrierGradeNat',
  'linkLocal',
  'uniqueLocal',
]);

/** Returns true for an IP address of this machine or a private network around it (a developer's, an office's, a container's). */
export function isLocalAddress(text: string): boolean {
  return isInLocalRange(resolveEmbeddedAddress(text));
}

/** Returns true for an IP address that is not local. Many people share a local address, so that it identifies no one. */
export function isPublicAddress(text: string): boolean {
  const address = resolveEmbeddedAddress(text);
  return address !== undefined && !isInLocalRange(address);
}

function isInLocalRange(address: IpAddress | undefined): boolean {
  return address !== undefined && LOCAL_RANGES.has(address.range());
}
