/** The six colours that a partner may choose, and the custom properties that they become. */
const properties = {
  'plugin-color-text-1': '--ink',
  'plugin-color-text-2': '--ink-2',
  'plugin-prompt-color-text': '--prompt',
  'plugin-color-button': '--tide',
  'plugin-color-button-text': '--tide-ink',
  'plugin-color-background': '--card',
} as const;

/** #rgb, #rrggbb, #rrggbbaa and nothing else: other CSS colors could load, compute or hide something. */
const HEX_COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

export type PluginColors = {
  /** Custom property → color. */
  readonly properties: ReadonlyMap<string, string>;
  /** What suits the given colours, for the tokens that no partner sets; null: the device's choice stands. */
  readonly theme: 'light' | 'dark' | null;
};

/** Reads the colours of the page's query; anything that is not a hex color is as if it were absent. */
export function readPluginColors(search: string): PluginColors {
  const query = new URLSearchParams(search);
  const given = new Map<string, string>();
  for (const [parameter, property] of Object.entries(properties)) {
    const color = query.get(parameter) ?? '';
    if (HEX_COLOR.test(color)) given.set(property, color.toLowerCase());
  }
  return { properties: given, theme: themeOf(given.get('--card'), given.get('--ink')) };
}

/** Sets the colours through the CSSOM, which `style-src 'self'` allows, and never as markup. */
export function applyPluginColors({ properties: given, theme }: PluginColors, root: HTMLElement): void {
  for (const [property, color] of given) root.style.setProperty(property, color);
  if (theme) root.dataset.theme = theme;
  if (given.size > 0) root.dataset.colored = '';
}

/** Half of 255: a background that lets more of the partner's page through than that says nothing about the text on it. */
const LEAST_OPACITY = 0x80;
/** Black and white text are equally legible on a background of this luminance (WCAG 2.2). */
const MIDDLE_LUMINANCE = 0.179;

function themeOf(background: string | undefined, ink: string | undefined): PluginColors['theme'] {
  if (background && opacity(background) >= LEAST_OPACITY) return isDark(background) ? 'dark' : 'light';
  if (ink) return isDark(ink) ? 'light' : 'dark';
  return null;
}

function isDark(color: string): boolean {
  return relativeLuminance(color) < MIDDLE_LUMINANCE;
}

/** As WCAG 2.2 defines it, of an sRGB color; transparency is left out. */
export function relativeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function opacity(color: string): number {
  return channels(color)[3] ?? 255;
}

function channels(color: string): number[] {
  const digits = color.slice(1);
  const pairs = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  return (pairs.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
}
