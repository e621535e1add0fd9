import { toAsciiDigits } from '@slipway/contract/toAsciiDigits.ts';

/** Number of digits in an emailed code. */
export const CODE_LENGTH = 6;

/** Six digits, in a row or in two groups as some mail programs show them. */
const WHOLE_CODE = /(?<!\d)\d{3}[\s-]?\d{3}(?!\d)/;

/** Returns the code in typed or pasted text with digits of any script: a complete code if there is one, else up to six digits. */
export function extractCodeDigits(entered: string): string {
  const text = toAsciiDigits(entered);
  const [code = text] = WHOLE_CODE.exec(text) ?? [];
  return code.replace(/\D/g, '').slice(0, CODE_LENGTH);
}
