/**
 * Replaces the decimal digits of every script by 0 to 9 (Unicode Nd: Arabic, Persian, Devanagari, full-width …). Leaves
 * everything else unchanged.
 */
export function toAsciiDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => String(toDigitValue(digit)));
}

const IS_DIGIT = /\p{Nd}/u;
const RADIX = 10;

/**
 * Returns the value of a digit. The digits of a script are ten consecutive code points from zero; some scripts are adjacent
 * (Unicode 16, 4.6).
 */
function toDigitValue(digit: string): number {
  const codePoint = digit.codePointAt(0) ?? 0;
  let distance = 0;
  while (IS_DIGIT.test(String.fromCodePoint(codePoint - distance - 1))) distance += 1;
  return distance % RADIX;
}
