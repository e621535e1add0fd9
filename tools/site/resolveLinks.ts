import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { REPOSITORY_PAGE, readTitle, START_PAGE, toSitePath } from './navigation.ts';

type Token = Parameters<MarkdownRenderer['renderer']['render']>[0][number];

/** Where a link of a page leads: to another page, or to a file of the repository that the site does not have. */
export type LinkTarget = { readonly href: string; readonly page: string } | { readonly file: string };

const PAGE_FILE = /^[\w./-]+\.md$/;
const RELATIVE = /^(?![a-z][a-z+.-]*:|[#/])/i;

/**
 * Returns the target of a link that is relative to the page's file in the repository; undefined for an address with a scheme, an
 * absolute path or a heading of the same page.
 */
export function resolveLink(
  { root, pages }: { readonly root: string; readonly pages: ReadonlySet<string> },
  from: string,
  href: string,
): LinkTarget | undefined {
  if (!RELATIVE.test(href)) return undefined;
  const [path = '', anchor] = decodeURI(href).split('#', 2);
  const named = normalize(join(dirname(from), path)).replace(/\/$/, '');
  const file = isFolder(join(root, named)) ? join(named, 'README.md') : named;
  const page = file === REPOSITORY_PAGE ? START_PAGE : file;
  if (!pages.has(page)) return { file: named };
  return { page, href: `/${toSitePath(page)}${anchor === undefined ? '' : `#${anchor}`}` };
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/**
 * Makes links work in the site, which arranges pages differently from the repository. The site has no copy of other files, and
 * the repository has no fixed address: a link to a file becomes the file's path. A link whose text is the file name of a page
 * gets the page's title.
 */
export function resolveLinksPlugin(md: MarkdownRenderer, site: { root: string; pages: ReadonlySet<string> }): void {
  md.core.ruler.push('slipway_links', ({ tokens, env, Token: TokenClass }) => {
    const { realPath, path } = env as { readonly realPath?: string; readonly path: string };
    const from = relative(site.root, realPath ?? path);
    const makeText = (content: string) => Object.assign(new TokenClass('text', '', 0), { content });
    const makeCode = (content: string) => Object.assign(new TokenClass('code_inline', 'code', 0), { content });
    for (const token of tokens) {
      if (token.children) token.children = replaceLinks(token.children);
    }

    function replaceLinks(children: readonly Token[]): Token[] {
      const result: Token[] = [];
      for (let at = 0; at < children.length; at += 1) {
        const token = children[at] as Token;
        const target = token.type === 'link_open' ? resolveLink(site, from, String(token.attrGet('href'))) : undefined;
        result.push(token);
        if (!target) continue;
        const close = children.findIndex(({ type }, index) => index > at && type === 'link_close');
        const content = children.slice(at + 1, close);
        const text = content.map((each) => each.content).join('');
        if ('href' in target) {
          token.attrSet('href', target.href);
          if (!PAGE_FILE.test(text)) continue;
          result.push(makeText(readTitle(site.root, target.page)));
          at = close - 1;
          continue;
        }
        result.pop();
        // A text that is the file's name adds nothing to its path.
        if (target.file.includes(text.replace(/\/$/, ''))) result.push(makeCode(target.file));
        else result.push(...content, makeText(' ('), makeCode(target.file), makeText(')'));
        at = close;
      }
      return result;
    }
  });
}
