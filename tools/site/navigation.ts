import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pages under one heading of the sidebar, as paths from the project's root. */
export type PageGroup = { readonly title: string; readonly pages: readonly string[] };

/** One kind of pages (https://diataxis.fr): first steps, how-to guides, reference or explanation. */
export type PageKind = { readonly title: string; readonly groups: readonly PageGroup[] };

/** The start page of the site; in the repository it is the page of the folder `docs`. */
export const START_PAGE = 'docs/README.md';

/** Lists the decisions with their subjects; the sidebar of decisions is read from it. */
export const DECISIONS_PAGE = 'docs/decisions.md';

/** The repository's front page. It is not on the site: links to it lead to {@link START_PAGE}. */
export const REPOSITORY_PAGE = 'README.md';

const inDocs = (folder: string, names: string) => names.split(' ').map((name) => `docs/${folder}${name}.md`);
const atRoot = (names: string) => names.split(' ').map((name) => `${name}.md`);

/** The sidebar of all pages except the decisions. Titles of pages are their first headings. */
export const navigation: readonly PageKind[] = [
  {
    title: 'Start',
    groups: [{ title: 'Start', pages: [START_PAGE, ...inDocs('start/', 'try-it first-purchase embed')] }],
  },
  {
    title: 'Guides',
    groups: [
      {
        title: 'Integrate',
        pages: inDocs('integrate/', 'README html react nextjs vue node languages python php go mobile go-live'),
      },
      {
        title: 'Install',
        pages: [
          ...inDocs('', 'installing kubernetes'),
          ...inDocs('operating/', 'vendors bank-transfers https database secrets signer-keys going-live'),
          ...inDocs('', 'high-availability upgrading'),
        ],
      },
      {
        title: 'Operate',
        pages: [
          'docs/operating.md',
          ...inDocs('operating/', 'first-days console people configuration buyers on-call'),
          ...inDocs('', 'partners treasury reconciliation refunds restoring'),
        ],
      },
      {
        title: 'Find a fault',
        pages: inDocs('', 'stuck-order alerts bank-files finding-a-fault'),
      },
      {
        title: 'Change and extend',
        pages: [
          'CONTRIBUTING.md',
          ...inDocs(
            '',
            'adding-a-vendor adding-a-network adding-a-payment-method adding-a-call adding-an-action adding-a-language',
          ),
        ],
      },
    ],
  },
  {
    title: 'Reference',
    groups: [
      {
        title: 'Integration',
        pages: inDocs(
          'integrate/',
          'embedding partner-api webhooks events statuses errors limits keys partner-pages testing versions',
        ),
      },
      {
        title: 'Operation',
        pages: [
          'docs/variables.md',
          ...inDocs('operating/', 'command-line processes monitoring'),
          ...inDocs('', 'logs browser-storage'),
          'GLOSSARY.md',
        ],
      },
      {
        title: 'Generated tables',
        pages: [...inDocs('', 'actions heartbeats egress vendor-limits personal-data asvs'), 'docs/asvs/LICENSE.md'],
      },
      {
        title: 'Audit and tests',
        pages: [
          ...inDocs('', 'access cryptography data-protection installation-tests'),
          ...atRoot('PROOFS BENCHMARKS'),
          ...inDocs('benchmarks/', 'reads-among-1-000-and-300-000-orders the-console-among-1-000-and-1-000-000-orders'),
        ],
      },
      {
        title: 'Project',
        pages: atRoot('CHANGELOG RELEASES SECURITY CODE_OF_CONDUCT'),
      },
    ],
  },
  {
    title: 'Explanation',
    groups: [
      {
        title: 'Explanation',
        pages: [
          'ARCHITECTURE.md',
          ...inDocs('', 'money order offers'),
          'docs/operating/signer.md',
          ...inDocs('', 'security attackers scaling'),
          DECISIONS_PAGE,
        ],
      },
    ],
  },
];

const HEADING = /^## (.+)$/;
const DECISION = /^- \[.+\]\((decisions\/[^)]+\.md)\)$/;

/** Returns the decisions by subject, as {@link DECISIONS_PAGE} lists them. */
export function readDecisions(root: string): readonly PageGroup[] {
  const groups: { title: string; pages: string[] }[] = [];
  for (const line of readFileSync(join(root, DECISIONS_PAGE), 'utf8').split('\n')) {
    const [, title] = HEADING.exec(line) ?? [];
    if (title !== undefined) groups.push({ title, pages: [] });
    const [, page] = DECISION.exec(line) ?? [];
    if (page !== undefined) groups.at(-1)?.pages.push(`docs/${page}`);
  }
  return groups;
}

/** Returns the paths of all pages: the root's, without the repository's front page, and those of docs. */
export function listPages(root: string): readonly string[] {
  const inFolder = (folder: string, recursive: boolean) =>
    readdirSync(join(root, folder), { recursive, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name));
  return [...inFolder('', false), ...inFolder('docs', true)]
    .filter((page) => page !== REPOSITORY_PAGE && !NOT_PAGES.test(page))
    .toSorted();
}

/** Folders that the build and `npm run screens` write. */
const NOT_PAGES = /^docs\/(?:dist|screens)\//;

/** Returns the path of a page in the site: a folder's `README.md` is its index. */
export function toSitePath(page: string): string {
  if (!page.startsWith('docs/')) return `project/${page.toLowerCase().replaceAll('_', '-')}`;
  return page.slice('docs/'.length).replace(/(^|\/)README\.md$/, '$1index.md');
}

/** Returns the address of a page below the site's base: `/installing`, `/integrate/`. */
export function toSiteLink(page: string): string {
  return `/${toSitePath(page)}`.replace(/(?:(?<=\/)index)?\.md$/, '');
}

/** Returns the page's first heading, without markup. */
export function readTitle(root: string, page: string): string {
  const [, title] = /^# (.+)$/m.exec(readFileSync(join(root, page), 'utf8')) ?? [];
  if (title === undefined) throw new Error(`${page} has no title`);
  return title.replaceAll('`', '');
}
