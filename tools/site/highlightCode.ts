import type { MarkdownOptions } from 'vitepress';

/** The kinds of code that differ in colour; theme/style.css has a class for each, in both themes. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  comment: ['comment', 'punctuation.definition.comment'],
  string: ['string', 'punctuation.definition.string', 'constant.other.symbol'],
  keyword: ['keyword', 'storage', 'entity.name.tag'],
  constant: ['constant.numeric', 'constant.language', 'support.type.property-name', 'entity.other.attribute-name'],
  name: ['entity.name.function', 'support.function', 'entity.name.type'],
};

const VARIABLE = /var\(--code-(\w+)\)/;

/** A theme whose colours are the names of {@link KINDS}. */
const theme: NonNullable<MarkdownOptions['theme']> = {
  name: 'slipway',
  type: 'light',
  colors: { 'editor.foreground': 'var(--code-plain)', 'editor.background': 'var(--code-background)' },
  settings: Object.entries(KINDS).map(([kind, scope]) => ({
    scope: [...scope],
    settings: { foreground: `var(--code-${kind})` },
  })),
};

/** Colours code by classes, since the site's Content-Security-Policy allows no style attributes. */
export const highlighting: MarkdownOptions = {
  theme,
  codeTransformers: [
    {
      name: 'slipway-classes',
      pre({ properties }) {
        delete properties['style'];
        delete properties['tabindex'];
      },
      span({ properties }) {
        const [, kind] = VARIABLE.exec(properties['style'] ?? '') ?? [];
        delete properties['style'];
        if (kind !== undefined && kind in KINDS) properties['class'] = `code-${kind}`;
      },
    },
  ],
};
