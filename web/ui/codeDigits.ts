/** Digits of a code that came by e-mail. */
export const CODE_LENGTH = 6;

/** The digits of what was typed or pasted, full-width ones too. */
export function codeDigits(entered: string): string {
  return entered.normalize('NFKC').replace(/\D/g, '').slice(0, CODE_LENGTH);
}
