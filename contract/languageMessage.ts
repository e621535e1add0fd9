import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** Counts in the product's texts (days, tries, confirmations) stay below this. */
const COUNTS = 1000;

/**
 * What is wrong with one text of a language: its ICU syntax, a placeholder that no other language's text of the key has
 * (`known`), a plural form that is missing.
 */
export function messageFaults(message: string, locale: string, known: readonly string[]): string[] {
  if (message.trim() === '') return ['is empty'];
  const parts = partsOf(message);
  if (typeof parts === 'string') return [`cannot be read: ${parts}`];
  const filled = new Set(known.flatMap((other) => [...placeholdersOf(other)]));
  const unfilled = known.length === 0 ? [] : [...parts.placeholders].filter((name) => !filled.has(name));
  return [
    ...unfilled.map((name) => `has a placeholder that nothing fills: {${name}}`),
    ...parts.plurals.flatMap((plural) =>
      missingForms(plural, locale).map((form) => `lacks the plural form "${form}" of {${plural.of}}`),
    ),
  ];
}

/** The names between braces; none for a message that cannot be read. */
export function placeholdersOf(message: string): ReadonlySet<string> {
  const parts = partsOf(message);
  return typeof parts === 'string' ? new Set() : parts.placeholders;
}

type Plural = { readonly of: string; readonly ordinal: boolean; readonly forms: ReadonlySet<string> };
type Parts = { readonly placeholders: Set<string>; readonly plurals: Plural[] };

/** Or why it cannot be read. */
function partsOf(message: string): Parts | string {
  const parts: Parts = { placeholders: new Set(), plurals: [] };
  try {
    collect(compileMessageOrThrow(message), parts);
    return parts;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
  }
}

function collect(tokens: CompiledMessage, parts: Parts): void {
  for (const token of tokens) {
    if (typeof token === 'string') continue;
    const [of, kind = '', choices] = token;
    parts.placeholders.add(of);
    if (kind !== 'plural' && kind !== 'selectordinal' && kind !== 'select') continue;
    const { offset: _, ...forms } = choices as Record<string, CompiledMessage | undefined>;
    if (kind !== 'select')
      parts.plurals.push({ of, ordinal: kind === 'selectordinal', forms: new Set(Object.keys(forms)) });
    for (const form of Object.values(forms)) collect(form ?? [], parts);
  }
}

/** The forms that some count would ask for. A count with a text of its own (`=0`) asks for none; `other` always has to be there. */
function missingForms({ ordinal, forms }: Plural, locale: string): string[] {
  const rules = new Intl.PluralRules(locale, { type: ordinal ? 'ordinal' : 'cardinal' });
  const needed = new Set<string>(['other']);
  for (let count = 0; count < COUNTS; count++) if (!forms.has(String(count))) needed.add(rules.select(count));
  return [...needed].filter((form) => !forms.has(form));
}
