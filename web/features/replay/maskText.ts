/** Compiled texts of a language: each a list of fixed pieces and placeholders, or one piece alone. */
type CompiledTexts = Readonly<Record<string, unknown>>;

const MASK = '•';
/** Lengths are rounded up in steps, so that a name or an amount cannot be guessed by its length. */
const STEP = 4;
const LONGEST = 120;
const HAS_LETTER = /\p{L}/u;

/** The product's own words: whole texts, and the pieces between placeholders. */
export function ownTexts(texts: CompiledTexts): ReadonlySet<string> {
  const pieces = Object.values(texts).flatMap((text) => (Array.isArray(text) ? (text as unknown[]) : [text]));
  return new Set(
    pieces
      .filter((piece): piece is string => typeof piece === 'string')
      .map((piece) => piece.trim())
      .filter((piece) => HAS_LETTER.test(piece)),
  );
}

/** Text as it may be recorded: word for word the product's own, or dots. Any other text may be a buyer's data. */
export function maskText(text: string, own: ReadonlySet<string>): string {
  const trimmed = text.trim();
  if (trimmed === '' || own.has(trimmed)) return text;
  return maskAll(trimmed);
}

/** What was typed, however short or long. */
export function maskTyped(text: string): string {
  return text === '' ? '' : MASK.repeat(STEP);
}

function maskAll(text: string): string {
  return MASK.repeat(Math.min(LONGEST, Math.ceil(text.length / STEP) * STEP));
}
