import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { countWords } from './countWords.ts';
import { findDeadLinks } from './findDeadLinks.ts';
import { countMarkers, extractComments, extractParagraphs, type MarkerCounts } from './markerWords.ts';

/**
 * `node tools/checks/checkTexts.ts` from the project's root: counts what makes comments and documents hard to read. Prints counts
 * above the stored ones, dead links, and an excess of text; if any, exits with status 1. `--store` stores the new counts.
 */
const STORED = 'tools/checks/textCounts.json';
const MAX_PAGE_LINES = 300;
const MAX_LINE_LENGTH = 130;
/** Limit for all handwritten pages together, without code blocks. */
const MAX_WORDS = 60_000;

type TextCounts = {
  readonly comments: MarkerCounts;
  readonly documents: MarkerCounts;
  /** Pages of more lines than {@link MAX_PAGE_LINES}, and lines of more characters than {@link MAX_LINE_LENGTH}. */
  readonly pages: { readonly long: number; readonly longLines: number };
};

const SOURCES = '{contract,money,server,sandbox,look,web,console,embed,tools,e2e,examples}/**/*.{ts,tsx}';
const isOwn = (file: string) =>
  !/(?:^|\/)(?:node_modules|dist|\.next)\/|\.gen\.|\.d\.ts$|^tools\/checks\/markerWords/.test(file);

const sources = globSync(SOURCES).filter(isOwn);
const pages = globSync(['*.md', 'docs/**/*.md', '{embed,e2e,sandbox,tools,deploy,examples}/**/*.md']).filter(isOwn);
const texts = pages.map((file) => [file, readFileSync(file, 'utf8')] as const);
/** Without the pages that programs write: the limits and counts do not apply to them. */
const handwrittenTexts = texts.filter(([, page]) => !page.includes('<!-- Written by `npm run '));

const wordCount = handwrittenTexts.reduce((sum, [, page]) => sum + countWords(page), 0);

const counts: TextCounts = {
  comments: countMarkers(sources.flatMap((file) => extractComments(file, readFileSync(file, 'utf8')))),
  documents: countMarkers(handwrittenTexts.flatMap(([, page]) => extractParagraphs(page))),
  pages: {
    long: handwrittenTexts.filter(([, page]) => page.split('\n').length > MAX_PAGE_LINES).length,
    longLines: handwrittenTexts.flatMap(([, page]) => page.split('\n')).filter((line) => line.length > MAX_LINE_LENGTH)
      .length,
  },
};

if (process.argv.includes('--store')) writeFileSync(STORED, `${JSON.stringify(counts, null, 2)}\n`);
const stored = JSON.parse(readFileSync(STORED, 'utf8')) as Record<keyof TextCounts, MarkerCounts>;
const risenCounts = Object.entries(counts).flatMap(([kind, ofKind]) =>
  Object.entries<number>(ofKind)
    .filter(([group, count]) => count > (stored[kind as keyof TextCounts][group] ?? 0))
    .map(
      ([group, count]) => `${kind}, ${group}: ${count} found, ${stored[kind as keyof TextCounts][group] ?? 0} allowed`,
    ),
);
const faults = [...texts.flatMap(([file, page]) => findDeadLinks(file, page)), ...risenCounts];
if (wordCount > MAX_WORDS)
  faults.push(`the handwritten pages have ${wordCount} words, ${MAX_WORDS} allowed: shorten one`);
if (sources.length === 0) faults.push('nothing was found: run this from the project root');
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (risenCounts.length > 0) process.stderr.write('Use the precise verb or noun: see "Language" in CONTRIBUTING.md.\n');
process.stdout.write(`${sources.length} sources, ${pages.length} pages, ${wordCount} words, ${faults.length} faults\n`);
if (faults.length > 0) process.exitCode = 1;
