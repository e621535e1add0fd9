/**
 * What the page sends to the site that frames it, by `window.postMessage`, always to one exact origin. The site's side
 * checks `event.origin`, `event.source` and the message itself with {@link readPluginMessage}. The page listens to nothing.
 */
export type PluginMessage =
  /** The page is drawn. Heights are CSS pixels of the whole content. */
  | { readonly type: 'slipway:ready'; readonly height: number }
  | { readonly type: 'slipway:resize'; readonly height: number }
  /** The buyer has gone on to the full purchase in a window of its own. */
  | { readonly type: 'slipway:continue' };

const MOST_PIXELS = 100_000;

type Fields = Readonly<Record<string, (value: unknown) => boolean>>;

const fieldsOf: Readonly<Record<PluginMessage['type'], Fields>> = {
  'slipway:ready': { height: isHeight },
  'slipway:resize': { height: isHeight },
  'slipway:continue': {},
};

/** A value from outside as a message, when it is one exactly; undefined otherwise. */
export function readPluginMessage(value: unknown): PluginMessage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { type, ...fields } = value as Record<string, unknown>;
  if (typeof type !== 'string' || !Object.hasOwn(fieldsOf, type)) return undefined;
  const expected = fieldsOf[type as PluginMessage['type']];
  const names = Object.keys(fields);
  const isWhole =
    names.length === Object.keys(expected).length &&
    names.every((name) => Object.hasOwn(expected, name) && expected[name]?.(fields[name]) === true);
  return isWhole ? (value as PluginMessage) : undefined;
}

function isHeight(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST_PIXELS;
}
