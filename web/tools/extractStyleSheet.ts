/** React escapes the `>` in values. */
const TAG = /<[a-z][^>]*>/g;
const ATTRIBUTE = / style="([^"]*)"/;

/**
 * Moves all `style="…"` attributes into one style sheet of classes, because the Content-Security-Policy blocks inline
 * styles. Equal styles get the same class in all markups.
 */
export function extractStyleSheet(markups: readonly string[]): {
  readonly markups: readonly string[];
  readonly rules: string;
} {
  const classes = new Map<string, string>();
  const findClass = (style: string) => {
    const name = classes.get(style) ?? `first-style-${classes.size + 1}`;
    classes.set(style, name);
    return name;
  };
  const withClasses = markups.map((markup) => markup.replace(TAG, (tag) => replaceStyle(tag, findClass)));
  const rules = [...classes].map(([style, name]) => `.${name}{${style.replaceAll('&quot;', '"')}}`).join('');
  return { markups: withClasses, rules };
}

function replaceStyle(tag: string, findClass: (style: string) => string): string {
  const style = ATTRIBUTE.exec(tag)?.[1];
  if (style === undefined) return tag;
  const name = findClass(style);
  if (!/ class="/.test(tag)) return tag.replace(ATTRIBUTE, ` class="${name}"`);
  return tag.replace(ATTRIBUTE, '').replace(' class="', ` class="${name} `);
}
