import { domainToASCII } from 'node:url';
import { normalizeNameWords } from './names/normalizeNameWords.ts';

/**
 * Attributes by which two accounts are recognized as one person's. A login code proves the mailbox, and a document
 * proves the applicant. The other kinds are only claimed, possibly by another person: an account that is linked by one
 * of them counts towards the person's limits only with what it has paid.
 */
export type MarkKind = 'mailbox' | 'applicant' | 'card' | 'bank_account' | 'name' | 'phone';

/** Facts learned about an account's owner. */
export type PersonFacts = {
  readonly email?: string;
  /** The verifier's id of the person. */
  readonly applicantId?: string;
  /** The acquirer's fingerprint of a card that was authorized for the account; '' for none. */
  readonly cardFingerprint?: string;
  /** The account that a transfer came from; the number is empty if the bank gives none. */
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

/** Enough for any name; limits the rows that a long name creates. */
const MOST_WORDS = 4;

/** Returns the marks that accounts of one person share: one equal text of one kind is enough. */
export function buildPersonMarks({
  email,
  applicantId,
  cardFingerprint,
  bankAccount,
  details,
}: PersonFacts): PersonMark[] {
  const marks: PersonMark[] = [];
  if (email) marks.push({ kind: 'mailbox', text: normalizeMailbox(email) });
  if (applicantId) marks.push({ kind: 'applicant', text: applicantId });
  if (cardFingerprint) marks.push({ kind: 'card', text: cardFingerprint });
  if (bankAccount?.number) marks.push({ kind: 'bank_account', text: formatBankAccount(bankAccount) });
  if (details) {
    marks.push({ kind: 'phone', text: details.phone });
    for (const text of combineNamesWithBirthDate(details)) marks.push({ kind: 'name', text });
  }
  return marks;
}

/**
 * Returns the mailbox that receives an address's mail. The part after a plus sign names a folder of the same mailbox at
 * the common providers (RFC 5233); Gmail also ignores dots (https://support.google.com/mail/answer/7436150).
 */
export function normalizeMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = domainToASCII(email.slice(at + 1)) || email.slice(at + 1).toLowerCase();
  const local = email.slice(0, at).toLowerCase();
  const [box = ''] = local.split('+');
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  if (isGmail) return `${box.replaceAll('.', '')}@gmail.com`;
  // An address that begins with a plus sign has no other local part.
  return `${box || local}@${domain}`;
}

/** Includes the holder's name, because some payment companies send all their customers' transfers from one account. */
function formatBankAccount({ number, holder }: { readonly number: string; readonly holder: string }): string {
  const account = number.replaceAll(/[^\p{Letter}\p{Number}]/gu, '').toUpperCase();
  return [account, ...foldNameParts(holder).toSorted()].join(' ');
}

/**
 * Returns each pair of a given and a family name, sorted, with the birth date, so that neither swapped names nor an
 * omitted second given name make another person.
 */
function combineNamesWithBirthDate({
  firstName,
  lastName,
  birthDate,
}: NonNullable<PersonFacts['details']>): Set<string> {
  const given = foldNameParts(firstName).slice(0, MOST_WORDS);
  const family = foldNameParts(lastName).slice(0, MOST_WORDS);
  return new Set(given.flatMap((first) => family.map((last) => [...[first, last].toSorted(), birthDate].join(' '))));
}

/** Folds Müller, Mueller and Muller to one name, and Aase and Åse. */
function foldNameParts(name: string): string[] {
  return normalizeNameWords(name).map((word) => word.replaceAll(/([aou])e/g, '$1').replaceAll(/(.)\1+/g, '$1'));
}
