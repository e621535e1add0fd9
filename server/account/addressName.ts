import { AppError } from '../platform/http/appError.ts';

/**
 * Control, line-breaking, private and unassigned characters, and those that turn the direction of the text around or are not
 * seen. The joiners are let through: several scripts and emoji are written with them.
 */
const UNPRINTABLE = /(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/u;

/** Refuses a name for an address that is more than plain text on one line. Its length is the contract's. */
export function requireAddressName(name: string): string {
  if (UNPRINTABLE.test(name)) throw new AppError('malformed', { field: 'name', problem: 'must be plain text' });
  return name;
}
