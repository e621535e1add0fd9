import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type CodeBlock = {
  /** The language after the fence: `ts`, `python`; empty if there is none. */
  readonly language: string;
  readonly code: string;
  /** The nearest heading above the block. */
  readonly heading: string;
};

const HEADING_OR_BLOCK = /^#+ (?<heading>.+)$|^```(?<language>\w*)\n(?<code>[^]+?)^```$/gm;

/** Returns every code block of a page of docs/integrate, in order. */
export function parseCodeBlocks(page: string): readonly CodeBlock[] {
  const text = readFileSync(fileURLToPath(new URL(`../../docs/integrate/${page}.md`, import.meta.url)), 'utf8');
  const blocks: CodeBlock[] = [];
  let heading = '';
  for (const { groups = {} } of text.matchAll(HEADING_OR_BLOCK)) {
    if (groups['heading'] !== undefined) heading = groups['heading'];
    else blocks.push({ language: groups['language'] ?? '', code: groups['code'] ?? '', heading });
  }
  return blocks;
}

/** Returns the only code block of the page in the language, under the heading if one is named. */
export function findCodeBlock(page: string, language: string, heading?: string): string {
  const found = parseCodeBlocks(page).filter(
    (block) => block.language === language && (heading === undefined || block.heading === heading),
  );
  const [block] = found;
  if (found.length !== 1 || !block)
    throw new Error(`${page}.md has ${found.length} blocks of ${language} under ${heading ?? 'any heading'}`);
  return block.code;
}
