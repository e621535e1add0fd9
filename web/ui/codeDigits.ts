import { asciiDigits } from '@slipway/contract/asciiDigits.ts';

/** Digits of a code that came by e-mail. */
export const CODE_LENGTH = 6;

/** The digits of what was typed or pasted, in any script. */
export function codeDigits(entered: string): string {
  return asciiDigits(entered).replace(/\D/g, '').slice(0, CODE_LENGTH);
}
