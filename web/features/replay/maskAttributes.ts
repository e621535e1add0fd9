import { maskText, maskTypedText } from './maskText.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Attributes needed for the page's appearance that contain no personal data. */
const plainAttributes = new Set(
  [
    'class type role checked disabled hidden open readonly inert popover rel as media dir lang rows cols colspan rowspan',
    'data-active data-aside data-back data-best data-colored data-complete data-copied data-dragged data-error',
    'data-expired data-failed data-falls data-fault data-filled data-format data-height data-hot data-kind data-large data-layout data-lift',
    'data-loading data-low data-move data-multiline data-pill data-round data-size data-state data-theme data-tone',
    'data-unnamed data-verdict data-waits aria-busy aria-checked aria-expanded aria-hidden aria-pressed aria-selected',
    'viewBox width height fill stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset',
    'cx cy r rx ry x y x1 x2 y1 y2 points transform opacity xmlns',
    'rr_width rr_height rr_scrollTop rr_scrollLeft rr_open_mode',
  ].flatMap((names) => names.split(' ')),
);

const MAX_PLAIN_LENGTH = 200;
/** Maximum length of an icon's path; the path of a payment QR code is much longer. */
const MAX_OUTLINE_LENGTH = 400;
/** Images served by this site: coins, flags, logos. */
const OWN_FILE = /^https?:\/\/[^/?#]+\/(?:images|assets)\/[\w./-]+$/;
/** Sizes, colours, transforms. A custom property can contain any text, so only a number with its unit is recorded. */
const STYLE_VALUE = /^(?!.*url\()[\w\s.,%()#-]{0,80}$/;
const OWN_STYLE_VALUE = /^-?[\d.]+[a-z%]{0,4}$/;

/** Returns the recorded value of an attribute, or undefined to omit the attribute. */
const rules: Readonly<Record<string, (value: unknown, ownTexts: ReadonlySet<string>) => unknown>> = {
  value: (value) => (typeof value === 'string' ? maskTypedText(value) : undefined),
  placeholder: (value, ownTexts) => (typeof value === 'string' ? maskText(value, ownTexts) : undefined),
  src: (value) => (typeof value === 'string' && OWN_FILE.test(value) ? value : undefined),
  d: (value) => (typeof value === 'string' && value.length <= MAX_OUTLINE_LENGTH ? value : undefined),
  style: (value) => (typeof value === 'string' ? filterStyle(value) : filterStyleChanges((value ?? {}) as Fields)),
  // The product's style sheets, which are public.
  _cssText: (value) => value,
};

/** Returns the attributes of an element that may be recorded; null marks a removed attribute. */
export function maskAttributes(attributes: unknown, ownTexts: ReadonlySet<string>): Fields {
  return Object.fromEntries(
    Object.entries((attributes ?? {}) as Fields).flatMap(([name, value]): [string, unknown][] => {
      const recorded =
        Object.hasOwn(rules, name) && value !== null ? rules[name]?.(value, ownTexts) : filterPlainValue(name, value);
      return recorded === undefined ? [] : [[name, recorded]];
    }),
  );
}

function filterPlainValue(name: string, value: unknown): unknown {
  if (!plainAttributes.has(name)) return value === null ? null : undefined;
  return typeof value === 'string' && value.length > MAX_PLAIN_LENGTH ? undefined : value;
}

function filterStyle(style: string): string {
  return style
    .split(';')
    .filter((declaration) => isAllowedStyle(...splitOnce(declaration)))
    .join(';');
}

/** Filters a style change in rrweb's format: false for a removed property, a pair for a value with priority. */
function filterStyleChanges(changes: Fields): Fields {
  const getValue = (change: unknown) => String(Array.isArray(change) ? change[0] : change);
  return Object.fromEntries(Object.entries(changes).filter(([name, change]) => isAllowedStyle(name, getValue(change))));
}

function isAllowedStyle(name: string, value: string): boolean {
  const rule = name.trim().startsWith('--') && value !== 'false' ? OWN_STYLE_VALUE : STYLE_VALUE;
  return rule.test(value.trim());
}

function splitOnce(declaration: string): [name: string, value: string] {
  const colon = declaration.indexOf(':');
  return [declaration.slice(0, Math.max(0, colon)), declaration.slice(colon + 1)];
}
