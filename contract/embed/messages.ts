import type { OrderStatus } from '../entities/orderStatuses.ts';

/**
 * What our pages tell the site that shows them, by `window.postMessage`, always to one exact origin. Messages carry the
 * version, so that a loader whose bytes a site has pinned knows what it can read; within one version types and fields may
 * only be added. No message names a person, an address or a card.
 */
export type EmbedMessage =
  /** The frame is drawn. Heights are CSS pixels of its whole content; the title is in the frame's language. */
  | Message<'ready', { readonly height: number; readonly title: string }>
  | Message<'resize', { readonly height: number }>
  /** A price that holds until `expireTime`. */
  | Message<'quote', EmbedQuote>
  /** The buyer has gone on to the full purchase in a window of its own. */
  | Message<'continue', unknown>
  | Message<'orderCreated', EmbedOrder>
  /** To show only: the server's webhook says what has happened. */
  | Message<'status', EmbedOrder & { readonly status: OrderStatus }>
  /** The window of the purchase is closed, or cannot be followed any longer. */
  | Message<'close', unknown>
  | Message<'error', { readonly code: EmbedFault }>;

export type EmbedMessageType = EmbedMessage['type'];

/** A message before it is sent, which is when it gets its version. */
export type EmbedWord = EmbedMessage extends infer Each
  ? Each extends EmbedMessage
    ? Omit<Each, 'version'>
    : never
  : never;

/** Amounts are decimal texts in the currency named beside them. */
export type EmbedQuote = {
  readonly sendCurrency: string;
  readonly sendCurrencyAmount: string;
  readonly getCurrency: string;
  readonly getCurrencyAmount: string;
  /** Epoch seconds. */
  readonly expireTime: number;
};

export type EmbedOrder = { readonly orderNo: string };

/** `popup_blocked`: the browser opened no window. `not_ready`: no page of ours came into the frame. `session_failed`: the promise of the session was broken. */
export type EmbedFault = 'popup_blocked' | 'not_ready' | 'session_failed';

type Message<Type extends string, Fields> = {
  readonly type: `slipway:${Type}`;
  readonly version: typeof EMBED_VERSION;
} & Fields;

export const EMBED_VERSION = 1;

export function embedMessage(word: EmbedWord): EmbedMessage {
  return { ...word, version: EMBED_VERSION };
}

type Check = (value: unknown) => boolean;

const isCount: Check = (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 1e11;
const isHeight: Check = (value) => isCount(value) && (value as number) <= 1e5;
const isTitle: Check = (value) => typeof value === 'string' && value.length <= 200;
/** Names, amounts and codes: nothing that could be markup or an address. */
const isWord: Check = (value) => typeof value === 'string' && /^[\w.-]{1,64}$/.test(value);

const fieldsOf: Readonly<Record<EmbedMessageType, Readonly<Record<string, Check>>>> = {
  'slipway:ready': { height: isHeight, title: isTitle },
  'slipway:resize': { height: isHeight },
  'slipway:quote': {
    sendCurrency: isWord,
    sendCurrencyAmount: isWord,
    getCurrency: isWord,
    getCurrencyAmount: isWord,
    expireTime: isCount,
  },
  'slipway:continue': {},
  'slipway:orderCreated': { orderNo: isWord },
  'slipway:status': { orderNo: isWord, status: isWord },
  'slipway:close': {},
  'slipway:error': { code: isWord },
};

/** A value from outside as a message with its known fields alone; undefined for anything else. Who sent it is the reader's to check. */
export function readEmbedMessage(value: unknown): EmbedMessage | undefined {
  const given = Object(value) as Record<string, unknown>;
  const { type, version } = given;
  if (version !== EMBED_VERSION || typeof type !== 'string' || !Object.hasOwn(fieldsOf, type)) return undefined;
  const fields = Object.entries(fieldsOf[type as EmbedMessageType]);
  if (!fields.every(([name, isGood]) => Object.hasOwn(given, name) && isGood(given[name]))) return undefined;
  const known = Object.fromEntries(fields.map(([name]) => [name, given[name]]));
  return { type, version, ...known } as EmbedMessage;
}
