import { asciiDigits } from '@slipway/contract/asciiDigits.ts';

/** Digits of a code that came by e-mail. */
export const CODE_LENGTH = 6;

/** Six digits in a row, or in two groups as some mail programs show them. */
const WHOLE_CODE = /(?<!\d)\d{3}[\s-]?\d{3}(?!\d)/;

/** The code in what was typed or pasted, in the digits of any script: the whole one if there is one, else all digits. */
export function codeDigits(entered: string): string {
  const text = asciiDigits(entered);
  const [code = text] = WHOLE_CODE.exec(text) ?? [];
  return code.replace(/\D/g, '').slice(0, CODE_LENGTH);
}
