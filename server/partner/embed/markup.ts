/** A tag's attributes by name, in lower case. */
export type Attributes = Readonly<Record<string, string>>;

const ATTRIBUTE = /([a-z][\w:-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi;

/** The attributes of every tag of a name. Enough for a page's head; it is no parser of HTML. */
export function tagsIn(html: string, name: 'script' | 'meta'): readonly Attributes[] {
  return [...html.matchAll(new RegExp(`<${name}\\b([^<>]*)>`, 'gi'))].map(([, inside = '']) =>
    Object.fromEntries(
      [...inside.matchAll(ATTRIBUTE)].map(([, attribute = '', double, single, bare]) => [
        attribute.toLowerCase(),
        (double ?? single ?? bare ?? '').replaceAll('&amp;', '&'),
      ]),
    ),
  );
}

const LOADER = /\/embed\/v\d+\/loader\.js(?:\?|$)/;

/** The loader's script tag; undefined where the page has none, or its own scripts bring the loader along. */
export function loaderTagIn(html: string): Attributes | undefined {
  return tagsIn(html, 'script').find(({ src = '' }) => LOADER.test(src));
}
