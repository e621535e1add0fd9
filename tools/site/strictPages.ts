import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';

const INLINE_SCRIPT = /<script id="[\w-]+">([^]*?)<\/script>\n?/g;
const STYLE_ATTRIBUTE = / style="[^"]*"/g;
const ALIGNMENT = /text-align:\s*(\w+)/;

export type StrictPages = {
  /** Returns the page with its inline scripts in one file, which runs before the first paint, and without style attributes. */
  tighten(html: string): string;
  /** Writes the files that the pages name into the site's folder. */
  write(folder: string): Promise<void>;
};

/**
 * Makes the pages work under the server's Content-Security-Policy, which allows neither inline scripts nor style attributes.
 * VitePress writes two scripts into each page, for its theme and its shortcuts, and two style attributes that its own script
 * sets again.
 */
export function createStrictPages(base: string): StrictPages {
  const files = new Map<string, string>();
  return {
    tighten(html) {
      const code = [...html.matchAll(INLINE_SCRIPT)].map(([, script = '']) => `${script}\n`).join('');
      const file = `assets/head.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
      files.set(file, code);
      return html
        .replaceAll(INLINE_SCRIPT, '')
        .replaceAll(STYLE_ATTRIBUTE, '')
        .replace('</title>', `</title>\n    <script src="${base}${file}"></script>`);
    },
    async write(folder) {
      await Promise.all([...files].map(([file, code]) => writeFile(join(folder, file), code)));
    },
  };
}

/** Aligns the columns of tables by classes: markdown-it writes style attributes. */
export function alignByClass(md: MarkdownRenderer): void {
  md.core.ruler.push('slipway_alignment', ({ tokens }) => {
    for (const token of tokens) {
      const [, side] = ALIGNMENT.exec(token.attrGet('style') ?? '') ?? [];
      if (side === undefined) continue;
      token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
      token.attrJoin('class', `align-${side}`);
    }
  });
}
