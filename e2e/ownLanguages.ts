import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

const ENGLISH = fileURLToPath(new URL('../web/i18n/en-US.json', import.meta.url));

/** What the run's operator adds: a language from right to left that lacks some texts, and an own word in a shipped one. */
export const OWN_LOCALE = 'he-IL';
const LACKS = /^how\./;
export const OWN_NOTICE = 'Betrieben zur Probe. <b>Kein</b> Markup.';
const OWN_TEXTS = { 'operator.legal_notice': OWN_NOTICE };
/** English is built into the pages and Chinese is not: a change of either takes another way to the buyer. */
export const CHANGED_LOCALE = 'zh-CN';

/** Writes the operator's folder. The language is no real one: English in Hebrew letters, each word as long as it was. */
export async function writeOwnLanguages(folder: string): Promise<void> {
  const english = JSON.parse(await readFile(ENGLISH, 'utf8')) as Record<string, string>;
  const texts = Object.fromEntries(
    Object.entries(english)
      .filter(([key]) => !LACKS.test(key))
      .map(([key, message]) => [key, isWord(key) ? inHebrewLetters(message) : message]),
  );
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${OWN_LOCALE}.json`), JSON.stringify(texts));
  await writeFile(join(folder, `${CHANGED_LOCALE}.json`), JSON.stringify(OWN_TEXTS));
}

/** E-mail addresses and brands are written as they are. */
function isWord(key: string): boolean {
  return key !== 'operator.support_email' && !key.startsWith('brand.');
}

export function inHebrewLetters(message: string): string {
  return printed(compileMessageOrThrow(message, lettersOf));
}

function lettersOf(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) =>
    String.fromCodePoint(0x05d0 + ((letter.toLowerCase().codePointAt(0) ?? 0) % 27)),
  );
}

function printed(tokens: CompiledMessage): string {
  return tokens.map((token) => (typeof token === 'string' ? token : printedArgument(token))).join('');
}

function printedArgument([name, kind, choices]: Exclude<CompiledMessage[number], string>): string {
  if (kind === undefined) return `{${name}}`;
  const { offset: _, ...given } = choices as Record<string, CompiledMessage>;
  const forms = kind === 'plural' ? { ...everyForm(given['other'] ?? []), ...given } : given;
  const written = Object.entries(forms).map(
    ([form, text]) => `${/^\d/.test(form) ? '=' : ''}${form} {${printed(text)}}`,
  );
  return `{${name}, ${kind}, ${written.join(' ')}}`;
}

function everyForm(text: CompiledMessage): Record<string, CompiledMessage> {
  const { pluralCategories } = new Intl.PluralRules(OWN_LOCALE).resolvedOptions();
  return Object.fromEntries(pluralCategories.map((form) => [form, text]));
}
