import { AppError } from '../platform/http/appError.ts';

/**
 * Control, line-breaking, private and unassigned characters, and those that are invisible or reverse the text's
 * direction. Joiners are allowed: several scripts and emoji need them.
 */
const UNPRINTABLE = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/u;

/** Refuses an address name that is not plain text on one line. Its length is checked by the contract. */
export function requireAddressName(name: string): string {
  if (UNPRINTABLE.test(name)) throw new AppError('malformed', { field: 'name', problem: 'must be plain text' });
  return name;
}
