import { parseSync } from 'oxc-parser';

/**
 * Words that are often used instead of the precise verb or noun of the field. Each group is counted, and its count may only
 * fall.
 */
export const MARKERS: Readonly<Record<string, RegExp>> = {
  'say, tell, word': /\b(?:say|says|said|saying|tell|tells|told|telling|words?)\b/gi,
  'lie, stand, bear': /\b(?:lies|lay|lain|stands?(?!-in)|stood|bears?|bore)\b/gi,
  'nobody, somebody': /\b(?:nobody|somebody)\b/gi,
  'whoever, whatever': /\b(?:whoever|whatever|whichever|whomever)\b/gi,
  'alone for only': /\balone\b/gi,
  'of ours, of its own': /\b(?:of ours|of (?:its|their|his|her) own|theirs)\b/gi,
  beside: /\bbesides?\b/gi,
  pictures: /\b(?:anew|mended|persons|letters?|paper|rooms?|house|lanes?)\b/gi,
};

/** A sentence that begins like this usually has no main clause. */
const FRAGMENT = /^(?:What|Whether|Who|Of|From|As)\b(?![^.?]*\?)/;

export type MarkerCounts = Readonly<Record<string, number>>;

/** Returns how often each group of markers occurs in the texts. */
export function countMarkers(texts: readonly string[]): MarkerCounts {
  const counts = Object.entries(MARKERS).map(
    ([group, pattern]) => [group, texts.reduce((sum, text) => sum + (text.match(pattern)?.length ?? 0), 0)] as const,
  );
  const fragments = texts.filter((text) => FRAGMENT.test(text.trim())).length;
  return { ...Object.fromEntries(counts), 'begins without a subject': fragments };
}

/** Returns the comments of a module, without directives to tools. */
export function extractComments(file: string, source: string): readonly string[] {
  return parseSync(file, source)
    .comments.map(({ value }) => value.replaceAll(/^\s*\*+ ?/gm, ' ').trim())
    .filter((text) => !/^(?:@ts-|biome-ignore|oxlint-|eslint-|@__|@vitest-|#__)/.test(text));
}

/** Returns the paragraphs of a Markdown page that people read: no code, no addresses. */
export function extractParagraphs(page: string): readonly string[] {
  return page
    .replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replaceAll(/^[\s>*#|-]+/gm, '').trim())
    .filter((paragraph) => paragraph !== '');
}
