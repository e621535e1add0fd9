import { readableToken } from '../../../platform/secrets.ts';

const BODY_LENGTH = 11;

/**
 * Returns a creditor reference of ISO 11649: `RF`, two check digits, eleven characters of 55 random bits. Banks verify
 * the check digits, so most typing mistakes never leave the buyer's bank.
 */
export function createTransferReference(): string {
  return addCheckDigits(readableToken(BODY_LENGTH));
}

export function addCheckDigits(body: string): string {
  const checkDigits = 98n - (parseDigits(`${body}RF00`) % 97n);
  return `RF${String(checkDigits).padStart(2, '0')}${body}`;
}

/** Returns whether the check digits are valid: with letters counted from A = 10, the remainder by 97 is one. */
export function isTransferReference(text: string): boolean {
  return /^RF\d{2}[0-9A-Z]{1,21}$/.test(text) && parseDigits(`${text.slice(4)}${text.slice(0, 4)}`) % 97n === 1n;
}

/**
 * Returns all valid references of this length in a payer's text, even if a bank has inserted blanks or line breaks, or has
 * changed it to lower case.
 */
export function findTransferReferences(text: string): string[] {
  const plain = text.toUpperCase().replace(/[^0-9A-Z]/g, '');
  const found = new Set<string>();
  for (let start = plain.indexOf('RF'); start !== -1; start = plain.indexOf('RF', start + 1)) {
    const candidate = plain.slice(start, start + 4 + BODY_LENGTH);
    if (isTransferReference(candidate)) found.add(candidate);
  }
  return [...found];
}

/** Returns the reference in groups of four, as printed. */
export function formatTransferReference(reference: string): string {
  return reference.replace(/(.{4})(?=.)/g, '$1 ');
}

function parseDigits(text: string): bigint {
  return BigInt(Array.from(text, (character) => Number.parseInt(character, 36)).join(''));
}
