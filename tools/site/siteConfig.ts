import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DefaultTheme, MarkdownRenderer, UserConfig } from 'vitepress';
import { writeCompressedFiles } from '../../look/tools/compressedFiles.ts';
import { highlighting } from './highlightCode.ts';
import {
  listPages,
  navigation,
  type PageGroup,
  readDecisions,
  readTitle,
  toSiteLink,
  toSitePath,
} from './navigation.ts';
import { resolveLinksPlugin } from './resolveLinks.ts';
import { slugifyHeading } from './slugifyHeading.ts';
import { alignByClass, createStrictPages } from './strictPages.ts';

/** Path at which the server serves the site. */
const BASE = '/docs/';
/** A page of the server, not of the site. */
const API_REFERENCE_LINK = '/api';

/** Copies VitePress's theme, a class that its switch changes, into the attribute that the product's colours follow. */
const FOLLOW_THEME = `{
  const root = document.documentElement;
  const follow = () => { root.dataset.theme = root.classList.contains('dark') ? 'dark' : 'light'; };
  new MutationObserver(follow).observe(root, { attributeFilter: ['class'] });
  follow();
}`;

/** Returns VitePress's configuration of the documentation site. */
export function buildSiteConfig(root: string): UserConfig<DefaultTheme.Config> {
  const pages = listPages(root);
  const strictPages = createStrictPages(BASE);
  return {
    title: 'Slipway',
    description: 'Documentation of Slipway, the self-hosted fiat-to-crypto on-ramp',
    base: BASE,
    head: [
      ['link', { rel: 'icon', href: '/images/offers/slipway.svg', type: 'image/svg+xml' }],
      ['script', { id: 'follow-theme' }, FOLLOW_THEME],
    ],
    srcDir: '../..',
    // Folders whose Markdown files are not pages of the site: templates, examples, reports of tests.
    srcExclude: ['!(docs)/**/*.md', 'docs/{dist,screens}/**', 'README.md'],
    outDir: '../../docs/dist',
    cacheDir: '../../node_modules/.cache/vitepress',
    rewrites: Object.fromEntries(pages.map((page) => [page, toSitePath(page)])),
    // VitePress would disable transitions by an inline style sheet, which the Content-Security-Policy forbids.
    appearance: { disableTransition: false },
    cleanUrls: true,
    metaChunk: true,
    // The search index is one file.
    vite: { publicDir: false, build: { chunkSizeWarningLimit: 2_000 } },
    markdown: {
      ...highlighting,
      anchor: { slugify: slugifyHeading },
      config: (md) => {
        md.use(resolveLinksPlugin, { root, pages: new Set(pages) });
        md.use(alignByClass);
        md.use(collapseDiagrams);
      },
    },
    transformHtml: (html) => strictPages.tighten(html),
    async buildEnd({ outDir }) {
      await strictPages.write(outDir);
      await writeCompressedFiles(outDir);
      // The server waits for this file, so that no reader sees a part of the site.
      await writeFile(join(outDir, 'complete'), '');
    },
    themeConfig: {
      search: { provider: 'local' },
      nav: buildMenu(root),
      sidebar: {
        '/decisions': readDecisions(root).map((group) => buildGroup(root, group)),
        '/': navigation.map(({ title, groups }) => ({
          text: title,
          items: groups.flatMap<DefaultTheme.SidebarItem>((group) =>
            group.title === title ? listLinks(root, group) : [{ ...buildGroup(root, group), collapsed: true }],
          ),
        })),
      },
      outline: [2, 3],
      notFound: {
        title: 'There is no such page',
        quote: 'Search for it, or begin at the start page.',
        linkText: 'Go to the start page',
        linkLabel: 'Go to the start page',
      },
    },
  };
}

function buildMenu(root: string): DefaultTheme.NavItem[] {
  const kinds = navigation.map(({ title, groups }) => {
    const [first] = groups;
    return groups.length === 1 && first
      ? { text: title, items: listLinks(root, first) }
      : { text: title, items: groups.map((group) => ({ text: group.title, link: toSiteLink(group.pages[0] ?? '') })) };
  });
  // The API reference is not a page of the site, so the site's router must not open it.
  return [...kinds, { text: 'API', link: API_REFERENCE_LINK, target: '_self' }];
}

function buildGroup(root: string, group: PageGroup): DefaultTheme.SidebarItem {
  return { text: group.title, items: listLinks(root, group) };
}

function listLinks(root: string, { pages }: PageGroup): { text: string; link: string }[] {
  return pages.map((page) => ({ text: readTitle(root, page), link: toSiteLink(page) }));
}

/**
 * Collapses Mermaid diagrams: the site does not render them, and their source is longer than a screen. The tables below a
 * diagram have the same content.
 */
function collapseDiagrams(md: MarkdownRenderer): void {
  const { fence } = md.renderer.rules;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const code = fence?.(tokens, index, ...rest) ?? '';
    return tokens[index]?.info === 'mermaid' ? `<details><summary>Diagram in Mermaid</summary>${code}</details>` : code;
  };
}
