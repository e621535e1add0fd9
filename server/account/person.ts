import { domainToASCII } from 'node:url';
import { nameWords } from './names/nameWords.ts';

/**
 * By what two accounts are known to be one person's. A login code proves the mailbox, a document the applicant. The others are
 * only given, and by somebody else too: such an account is the same person's for limits, but only with what it has paid.
 */
export type MarkKind = 'mailbox' | 'applicant' | 'card' | 'bank_account' | 'name' | 'phone';

/** What became known of an account's owner. */
export type PersonFacts = {
  readonly email?: string;
  /** The verifier's id of the person. */
  readonly applicantId?: string;
  /** The acquirer's mark of a card that was authorized for the account; '' for none. */
  readonly cardFingerprint?: string;
  /** Where a transfer came from; an empty number: the bank names none. */
  readonly bankAccount?: { readonly number: string; readonly holder: string };
  readonly details?: {
    readonly firstName: string;
    readonly lastName: string;
    /** ISO date. */
    readonly birthDate: string;
    /** E.164. */
    readonly phone: string;
  };
};

export type PersonMark = { readonly kind: MarkKind; readonly text: string };

/** Enough for any name; a longer one must not fill the table. */
const MOST_WORDS = 4;

/** The texts that two accounts of one person have in common: one equal text of one kind is enough. */
export function personMarks({ email, applicantId, cardFingerprint, bankAccount, details }: PersonFacts): PersonMark[] {
  const marks: PersonMark[] = [];
  if (email) marks.push({ kind: 'mailbox', text: mailboxOf(email) });
  if (applicantId) marks.push({ kind: 'applicant', text: applicantId });
  if (cardFingerprint) marks.push({ kind: 'card', text: cardFingerprint });
  if (bankAccount?.number) marks.push({ kind: 'bank_account', text: bankAccountText(bankAccount) });
  if (details) {
    marks.push({ kind: 'phone', text: details.phone });
    for (const text of namesWithBirthDate(details)) marks.push({ kind: 'name', text });
  }
  return marks;
}

/**
 * Where mail for an address arrives. What follows a plus sign names a folder of the same mailbox at the common providers (RFC
 * 5233); Gmail also ignores dots (https://support.google.com/mail/answer/7436150).
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = domainToASCII(email.slice(at + 1)) || email.slice(at + 1).toLowerCase();
  const local = email.slice(0, at).toLowerCase();
  const [box = ''] = local.split('+');
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  if (isGmail) return `${box.replaceAll('.', '')}@gmail.com`;
  // An address that begins with the sign has no other name.
  return `${box || local}@${domain}`;
}

/** With the holder's name: some payment companies send all their customers' transfers from one account. */
function bankAccountText({ number, holder }: { readonly number: string; readonly holder: string }): string {
  const account = number.replaceAll(/[^\p{Letter}\p{Number}]/gu, '').toUpperCase();
  return [account, ...foldedWords(holder).toSorted()].join(' ');
}

/** Each given name with each family name, in either order: a second given name that is left out makes no other person. */
function namesWithBirthDate({ firstName, lastName, birthDate }: NonNullable<PersonFacts['details']>): Set<string> {
  const given = foldedWords(firstName).slice(0, MOST_WORDS);
  const family = foldedWords(lastName).slice(0, MOST_WORDS);
  return new Set(given.flatMap((first) => family.map((last) => [...[first, last].toSorted(), birthDate].join(' '))));
}

/** Müller, Mueller and Muller are one name, and so are Aase and Åse. */
function foldedWords(name: string): string[] {
  return nameWords(name).map((word) => word.replaceAll(/([aou])e/g, '$1').replaceAll(/(.)\1+/g, '$1'));
}
