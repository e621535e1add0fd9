import { maskText, maskTyped } from './maskText.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the look of a page needs, and nothing that a person could be read from. */
const plain = new Set(
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

const LONGEST_PLAIN = 200;
/** An icon's outline; the outline of a payment's code is longer by far. */
const LONGEST_OUTLINE = 400;
/** Pictures of our own: coins, flags, marks. */
const OWN_FILE = /^https?:\/\/[^/?#]+\/(?:images|assets)\/[\w./-]+$/;
/** Sizes, colours, movements. A property of one's own may hold any text: only a number stays. */
const STYLE_VALUE = /^(?!.*url\()[\w\s.,%()#-]{0,80}$/;
const OWN_STYLE_VALUE = /^-?[\d.]+[a-z%]{0,4}$/;

/** Undefined: the attribute is left out. */
const rules: Readonly<Record<string, (value: unknown, own: ReadonlySet<string>) => unknown>> = {
  value: (value) => (typeof value === 'string' ? maskTyped(value) : undefined),
  placeholder: (value, own) => (typeof value === 'string' ? maskText(value, own) : undefined),
  src: (value) => (typeof value === 'string' && OWN_FILE.test(value) ? value : undefined),
  d: (value) => (typeof value === 'string' && value.length <= LONGEST_OUTLINE ? value : undefined),
  style: (value) => (typeof value === 'string' ? keptStyle(value) : keptStyleChanges((value ?? {}) as Fields)),
  // The product's style sheets, which are public.
  _cssText: (value) => value,
};

/** The attributes of an element that may be recorded; null says that one was taken away. */
export function maskAttributes(attributes: unknown, own: ReadonlySet<string>): Fields {
  return Object.fromEntries(
    Object.entries((attributes ?? {}) as Fields).flatMap(([name, value]): [string, unknown][] => {
      const kept = Object.hasOwn(rules, name) && value !== null ? rules[name]?.(value, own) : plainValue(name, value);
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}

function plainValue(name: string, value: unknown): unknown {
  if (!plain.has(name)) return value === null ? null : undefined;
  return typeof value === 'string' && value.length > LONGEST_PLAIN ? undefined : value;
}

function keptStyle(style: string): string {
  return style
    .split(';')
    .filter((declaration) => isKeptStyle(...splitOnce(declaration)))
    .join(';');
}

/** A change as the recorder writes it: false for a property that is gone, a pair for a value with its priority. */
function keptStyleChanges(changes: Fields): Fields {
  const valueOf = (change: unknown) => String(Array.isArray(change) ? change[0] : change);
  return Object.fromEntries(Object.entries(changes).filter(([name, change]) => isKeptStyle(name, valueOf(change))));
}

function isKeptStyle(name: string, value: string): boolean {
  const rule = name.trim().startsWith('--') && value !== 'false' ? OWN_STYLE_VALUE : STYLE_VALUE;
  return rule.test(value.trim());
}

function splitOnce(declaration: string): [name: string, value: string] {
  const colon = declaration.indexOf(':');
  return [declaration.slice(0, Math.max(0, colon)), declaration.slice(colon + 1)];
}
