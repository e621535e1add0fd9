/**
 * Characters that a terminal executes instead of showing: C0, DEL and C1 (ECMA-48), and characters that reverse or break a
 * line (UAX #9, the line separators, the byte order mark). Joiners are not included: names in Persian or Hindi need them.
 */
const CONTROL_CHARACTERS = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const LINE_BREAKS = new Set(['\n', '\r\n', '\t']);

/** Escapes untrusted text for one line of a terminal: `\u001b` in place of an escape. */
export function escapeLine(text: string): string {
  return text.replaceAll(CONTROL_CHARACTERS, escapeCharacter);
}

/** Escapes text of several lines, except line breaks and tabs. The meaning of JSON text does not change. */
export function escapeLines(text: string): string {
  return text.replaceAll(new RegExp(`\r\n|${CONTROL_CHARACTERS.source}`, 'gu'), (found) =>
    LINE_BREAKS.has(found) ? found : escapeCharacter(found),
  );
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
