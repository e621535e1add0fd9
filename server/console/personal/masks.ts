import type { Role } from '@slipway/contract/entities/roles.ts';

/** Those whose work it is to know who somebody is. */
const WHO_SEE: readonly Role[] = ['support', 'compliance'];

/** Whether a person sees names as they are, and may ask for the rest, which is noted each time. */
export function seesPersonal(roles: readonly Role[]): boolean {
  return roles.some((role) => WHO_SEE.includes(role));
}

/** `Karin Muster` for who may see it, `K. M.` for everybody else. */
export function nameFor(roles: readonly Role[], name: string): string {
  if (seesPersonal(roles)) return name;
  const initials = name
    .split(/\s+/)
    .map(firstLetter)
    .filter((letter) => letter !== '');
  return initials.map((letter) => `${letter.toUpperCase()}.`).join(' ');
}

/** `k·····@mail.example`: enough to recognise, too little to write to. */
export function maskedMail(mail: string): string {
  const [name = '', domain = ''] = mail.split('@', 2);
  return `${firstLetter(name)}·····@${domain}`;
}

/** `DE·· 4410` of an IBAN, and the last four of whatever else an account is called. */
export function maskedAccount(account: string): string {
  const bare = account.replaceAll(/\s/g, '');
  const country = /^[A-Z]{2}(?=\d{2})/.exec(bare)?.[0] ?? '';
  return `${country}·· ${bare.slice(-4)}`.trim();
}

/** Letters of several parts count as one. */
function firstLetter(text: string): string {
  return new Intl.Segmenter().segment(text)[Symbol.iterator]().next().value?.segment ?? '';
}
