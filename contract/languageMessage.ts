import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** Upper bound of counts in the product's texts (days, tries, confirmations). */
const COUNT_LIMIT = 1000;

/**
 * Returns the faults of a translated text: empty, invalid ICU syntax, a missing plural form, or a placeholder that no text of
 * `otherTexts` (the same key in the other languages) has.
 */
export function findMessageFaults(message: string, locale: string, otherTexts: readonly string[]): string[] {
  if (message.trim() === '') return ['is empty'];
  const parts = parseMessage(message);
  if (typeof parts === 'string') return [`cannot be read: ${parts}`];
  const filled = new Set(otherTexts.flatMap((other) => [...findPlaceholders(other)]));
  const unfilled = otherTexts.length === 0 ? [] : [...parts.placeholders].filter((name) => !filled.has(name));
  return [
    ...unfilled.map((name) => `has a placeholder that nothing fills: {${name}}`),
    ...parts.plurals.flatMap((plural) =>
      findMissingForms(plural, locale).map((form) => `lacks the plural form "${form}" of {${plural.of}}`),
    ),
  ];
}

/** Returns the placeholder names; none for a message that cannot be parsed. */
export function findPlaceholders(message: string): ReadonlySet<string> {
  const parts = parseMessage(message);
  return typeof parts === 'string' ? new Set() : parts.placeholders;
}

type PluralPlaceholder = { readonly of: string; readonly ordinal: boolean; readonly forms: ReadonlySet<string> };
type MessageParts = { readonly placeholders: Set<string>; readonly plurals: PluralPlaceholder[] };

/** Parses a message, or returns the reason why it cannot be parsed. */
function parseMessage(message: string): MessageParts | string {
  const parts: MessageParts = { placeholders: new Set(), plurals: [] };
  try {
    collectParts(compileMessageOrThrow(message), parts);
    return parts;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  }
}

function collectParts(tokens: CompiledMessage, parts: MessageParts): void {
  for (const token of tokens) {
    if (typeof token === 'string') continue;
    const [of, kind = '', choices] = token;
    parts.placeholders.add(of);
    if (kind !== 'plural' && kind !== 'selectordinal' && kind !== 'select') continue;
    const { offset: _, ...forms } = choices as Record<string, CompiledMessage | undefined>;
    if (kind !== 'select')
      parts.plurals.push({ of, ordinal: kind === 'selectordinal', forms: new Set(Object.keys(forms)) });
    for (const form of Object.values(forms)) collectParts(form ?? [], parts);
  }
}

/**
 * Returns the missing plural forms that some count requires. An explicit text for a count (`=0`) replaces its form; `other`
 * is always required.
 */
function findMissingForms({ ordinal, forms }: PluralPlaceholder, locale: string): string[] {
  const rules = new Intl.PluralRules(locale, { type: ordinal ? 'ordinal' : 'cardinal' });
  const needed = new Set<string>(['other']);
  for (let count = 0; count < COUNT_LIMIT; count++) if (!forms.has(String(count))) needed.add(rules.select(count));
  return [...needed].filter((form) => !forms.has(form));
}
