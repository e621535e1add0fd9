import type { Role } from '@slipway/contract/entities/roles.ts';

/** Roles that work with buyers' identities. */
const PERSONAL_DATA_ROLES: readonly Role[] = ['support', 'compliance'];

/** Returns whether the roles see names in full and may reveal other personal data, which is logged each time. */
export function canSeePersonalData(roles: readonly Role[]): boolean {
  return roles.some((role) => PERSONAL_DATA_ROLES.includes(role));
}

/** Returns `Karin Muster` for roles that may see it, `K. M.` for all others. */
export function maskNameForRoles(roles: readonly Role[], name: string): string {
  if (canSeePersonalData(roles)) return name;
  const initials = name
    .split(/\s+/)
    .map(firstLetter)
    .filter((letter) => letter !== '');
  return initials.map((letter) => `${letter.toUpperCase()}.`).join(' ');
}

/** Returns `k·····@mail.example`: recognizable, but not a usable address. */
export function maskEmail(mail: string): string {
  const [name = '', domain = ''] = mail.split('@', 2);
  return `${firstLetter(name)}·····@${domain}`;
}

/** Returns `DE·· 4410` for an IBAN, and the last four characters of any other account identifier. */
export function maskAccount(account: string): string {
  const bare = account.replaceAll(/\s/g, '');
  const country = /^[A-Z]{2}(?=\d{2})/.exec(bare)?.[0] ?? '';
  return `${country}·· ${bare.slice(-4)}`.trim();
}

/** Returns the first grapheme, which may have several code points. */
function firstLetter(text: string): string {
  return new Intl.Segmenter().segment(text)[Symbol.iterator]().next().value?.segment ?? '';
}
