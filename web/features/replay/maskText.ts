/** Compiled texts of a language: each a list of literals and placeholders, or a single literal. */
type CompiledTexts = Readonly<Record<string, unknown>>;

const MASK = '•';
/** Lengths are rounded up to multiples of this, so that a name or an amount cannot be guessed from its length. */
const STEP = 4;
const MAX_MASK_LENGTH = 120;
const HAS_LETTER = /\p{L}/u;

/** Returns the product's own texts: whole texts, and the literals between placeholders. */
export function collectOwnTexts(texts: CompiledTexts): ReadonlySet<string> {
  const pieces = Object.values(texts).flatMap((text) => (Array.isArray(text) ? (text as unknown[]) : [text]));
  return new Set(
    pieces
      .filter((piece): piece is string => typeof piece === 'string')
      .map((piece) => piece.trim())
      .filter((piece) => HAS_LETTER.test(piece)),
  );
}

/** Returns the text unchanged if it is one of the product's own texts, else dots; other text may be buyer data. */
export function maskText(text: string, ownTexts: ReadonlySet<string>): string {
  const trimmed = text.trim();
  if (trimmed === '' || ownTexts.has(trimmed)) return text;
  return maskAll(trimmed);
}

/** Masks typed text with a fixed length. */
export function maskTypedText(text: string): string {
  return text === '' ? '' : MASK.repeat(STEP);
}

function maskAll(text: string): string {
  return MASK.repeat(Math.min(MAX_MASK_LENGTH, Math.ceil(text.length / STEP) * STEP));
}
