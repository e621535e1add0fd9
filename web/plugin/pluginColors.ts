/** The six colours that a partner can choose, with the custom properties that they set. */
const properties = {
  'plugin-color-text-1': '--ink',
  'plugin-color-text-2': '--ink-2',
  'plugin-prompt-color-text': '--prompt',
  'plugin-color-button': '--tide',
  'plugin-color-button-text': '--tide-ink',
  'plugin-color-background': '--card',
} as const;

/** Accepts only #rgb, #rrggbb and #rrggbbaa: other CSS colours could load resources, compute values or hide something. */
const HEX_COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

export type PluginColors = {
  /** Custom property → color. */
  readonly properties: ReadonlyMap<string, string>;
  /** Theme for the tokens that partners cannot set, derived from the given colours; null: the device's setting applies. */
  readonly theme: 'light' | 'dark' | null;
};

/** Parses the colours from the page's query; values that are not hex colours are ignored. */
export function readPluginColors(search: string): PluginColors {
  const query = new URLSearchParams(search);
  const given = new Map<string, string>();
  for (const [parameter, property] of Object.entries(properties)) {
    const color = query.get(parameter) ?? '';
    if (HEX_COLOR.test(color)) given.set(property, color.toLowerCase());
  }
  return { properties: given, theme: detectTheme(given.get('--card'), given.get('--ink')) };
}

/** Sets the colours through the CSSOM, which `style-src 'self'` allows, never as markup. */
export function applyPluginColors({ properties: given, theme }: PluginColors, root: HTMLElement): void {
  for (const [property, color] of given) root.style.setProperty(property, color);
  if (theme) root.dataset.theme = theme;
  if (given.size > 0) root.dataset.colored = '';
}

/** Half of 255: a more transparent background shows too much of the partner's page to determine the text colour. */
const MIN_OPACITY = 0x80;
/** Black and white text are equally legible on a background of this luminance (WCAG 2.2). */
const MIDDLE_LUMINANCE = 0.179;

function detectTheme(background: string | undefined, ink: string | undefined): PluginColors['theme'] {
  if (background && getOpacity(background) >= MIN_OPACITY) return isDark(background) ? 'dark' : 'light';
  if (ink) return isDark(ink) ? 'light' : 'dark';
  return null;
}

function isDark(color: string): boolean {
  return computeRelativeLuminance(color) < MIDDLE_LUMINANCE;
}

/** Returns the relative luminance of an sRGB colour as defined in WCAG 2.2; transparency is ignored. */
export function computeRelativeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = parseChannels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function getOpacity(color: string): number {
  return parseChannels(color)[3] ?? 255;
}

function parseChannels(color: string): number[] {
  const digits = color.slice(1);
  const pairs = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits;
  return (pairs.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
}
