import { reachedAddress } from '../platform/ipAddress.ts';

/** Ranges of IANA's special registries that tell no place. */
const PLACELESS: ReadonlySet<string> = new Set([
  'unspecified',
  'loopback',
  'private',
  'carrierGradeNat',
  'linkLocal',
  'uniqueLocal',
]);

/** Whether an IP address tells anything about who uses it: many people come from one private address. */
export function isPublicAddress(text: string): boolean {
  const address = reachedAddress(text);
  return address !== undefined && !PLACELESS.has(address.range());
}
