/**
 * A text with the decimal digits of every script as 0 to 9 (Unicode Nd: Arabic, Persian, Devanagari, full-width …). Everything
 * else stays as it is.
 */
export function asciiDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)));
}

const IS_DIGIT = /\p{Nd}/u;
const RADIX = 10;

/** Digits of a script are ten code points in a row, from zero; some scripts follow each other (Unicode 16, 4.6). */
function valueOf(digit: string): number {
  const codePoint = digit.codePointAt(0) ?? 0;
  let distance = 0;
  while (IS_DIGIT.test(String.fromCodePoint(codePoint - distance - 1))) distance += 1;
  return distance % RADIX;
}
