/** A tag's attributes by name, in lower case. */
export type TagAttributes = Readonly<Record<string, string>>;

const ATTRIBUTE = /([a-z][\w:-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi;

/** Returns the attributes of every tag with this name. Sufficient for a page's head; not an HTML parser. */
export function findTags(html: string, name: 'script' | 'meta'): readonly TagAttributes[] {
  return [...html.matchAll(new RegExp(`<${name}\\b([^<>]*)>`, 'gi'))].map(([, inside = '']) =>
    Object.fromEntries(
      [...inside.matchAll(ATTRIBUTE)].map(([, attribute = '', double, single, bare]) => [
        attribute.toLowerCase(),
        (double ?? single ?? bare ?? '').replaceAll('&amp;', '&'),
      ]),
    ),
  );
}

const LOADER_PATH = /\/embed\/v\d+\/loader\.js(?:\?|$)/;

/** Returns the loader's script tag; undefined if the page has none or bundles the loader in its own scripts. */
export function findLoaderTag(html: string): TagAttributes | undefined {
  return findTags(html, 'script').find(({ src = '' }) => LOADER_PATH.test(src));
}
