import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { slugifyHeading } from '../site/slugifyHeading.ts';

const LINK = /\]\((?!https?:|mailto:|#?\))([^)\s]+)\)/g;

/** Returns one line for each relative link of a page that leads to no file, or to no heading of the page that it names. */
export function findDeadLinks(file: string, page: string): string[] {
  return [...removeCodeBlocks(page).matchAll(LINK)].flatMap(([, target = '']) => {
    const [path = '', anchor] = target.split('#', 2);
    const named = path === '' ? file : normalize(join(dirname(file), decodeURI(path)));
    if (!existsSync(named)) return [`${file}: there is no ${target}`];
    if (anchor === undefined || !named.endsWith('.md') || statSync(named).isDirectory()) return [];
    return listAnchors(readFileSync(named, 'utf8')).has(anchor) ? [] : [`${file}: there is no heading ${target}`];
  });
}

/** Returns the anchors that GitHub gives the headings of a page, and those of its `<a id>` and `<a name>` elements. */
export function listAnchors(page: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of removeCodeBlocks(page).matchAll(/^#{1,6} +(.+)$/gm)) {
    const slug = slugifyHeading(heading.replaceAll(/\]\([^)]*\)/g, ']'));
    let anchor = slug;
    for (let again = 1; anchors.has(anchor); again += 1) anchor = `${slug}-${again}`;
    anchors.add(anchor);
  }
  for (const [, id = ''] of page.matchAll(/<a (?:id|name)="([^"]+)"/g)) anchors.add(id);
  return anchors;
}

function removeCodeBlocks(page: string): string {
  return page.replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, '');
}
