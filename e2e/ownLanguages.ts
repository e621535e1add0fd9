import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

const ENGLISH = fileURLToPath(new URL('../web/i18n/en-US.json', import.meta.url));

/**
 * The languages that the run's operator adds: a right-to-left one that lacks some texts, and an added text in a shipped one.
 */
export const OWN_LOCALE = 'he-IL';
const MISSING_KEYS = /^how\./;
export const OWN_NOTICE = 'Betrieben zur Probe. <b>Kein</b> Markup.';
const OWN_TEXTS = { 'operator.legal_notice': OWN_NOTICE };
/** English is built into the pages and Chinese is not, so changes of the two reach the buyer in different ways. */
export const CHANGED_LOCALE = 'zh-CN';

/**
 * Writes the operator's language folder. The language is artificial: English in Hebrew letters with words of the same length.
 */
export async function writeOwnLanguages(folder: string): Promise<void> {
  const english = JSON.parse(await readFile(ENGLISH, 'utf8')) as Record<string, string>;
  const texts = Object.fromEntries(
    Object.entries(english)
      .filter(([key]) => !MISSING_KEYS.test(key))
      .map(([key, message]) => [key, isConverted(key) ? convertToHebrew(message) : message]),
  );
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${OWN_LOCALE}.json`), JSON.stringify(texts));
  await writeFile(join(folder, `${CHANGED_LOCALE}.json`), JSON.stringify(OWN_TEXTS));
}

/** Returns whether a text is converted; email addresses and brands are not. */
function isConverted(key: string): boolean {
  return key !== 'operator.support_email' && !key.startsWith('brand.');
}

export function convertToHebrew(message: string): string {
  return printMessage(compileMessageOrThrow(message, convertLetters));
}

function convertLetters(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) =>
    String.fromCodePoint(0x05d0 + ((letter.toLowerCase().codePointAt(0) ?? 0) % 27)),
  );
}

function printMessage(tokens: CompiledMessage): string {
  return tokens.map((token) => (typeof token === 'string' ? token : printArgument(token))).join('');
}

function printArgument([name, kind, choices]: Exclude<CompiledMessage[number], string>): string {
  if (kind === undefined) return `{${name}}`;
  const { offset: _, ...given } = choices as Record<string, CompiledMessage>;
  const forms = kind === 'plural' ? { ...repeatForAllForms(given['other'] ?? []), ...given } : given;
  const written = Object.entries(forms).map(
    ([form, text]) => `${/^\d/.test(form) ? '=' : ''}${form} {${printMessage(text)}}`,
  );
  return `{${name}, ${kind}, ${written.join(' ')}}`;
}

function repeatForAllForms(text: CompiledMessage): Record<string, CompiledMessage> {
  const { pluralCategories } = new Intl.PluralRules(OWN_LOCALE).resolvedOptions();
  return Object.fromEntries(pluralCategories.map((form) => [form, text]));
}
