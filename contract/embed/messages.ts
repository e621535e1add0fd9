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
  | Message<'error', EmbedError>;

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

export type EmbedFault =
  /** The browser opened no window. */
  | 'popup_blocked'
  /** No page of ours came into the frame: the site's own policies, or the connection. */
  | 'not_ready'
  /** The loader got no session: the promise was rejected, gave something else, or took more than 30 seconds. */
  | 'session_failed'
  /** The server, or the purchase itself, refused the session: `reason` says why. No order was made. */
  | 'session_refused'
  /** There is no partner of this id, or the operator has switched it off. */
  | 'partner_unknown'
  /** The partner has not registered the origin of the page. */
  | 'origin_unknown';

export type EmbedError = {
  readonly code: EmbedFault;
  /** Of `session_refused`: a {@link SessionRefusal}, or a later one. Of `not_ready`: `csp`, `coep` or `no_answer`. */
  readonly reason?: string;
  /** Of a signed link that is malformed: the claim. */
  readonly field?: string;
};

/** Why the server does not open a session or a signed link: the fact `reason` of `link_over`. */
export type OpeningRefusal =
  /** Neither a session nor a link that a current key of a partner signed. */
  | 'unknown'
  | 'used'
  | 'expired'
  /** The link was signed in the future: the partner's clock is ahead. */
  | 'early'
  /** The link names an origin that the partner has not registered. */
  | 'origin'
  /** The operator has switched the partner off. */
  | 'partner';

/** Why a purchase within a session stopped. */
export type SessionRefusal =
  | OpeningRefusal
  /** A claim of the signed link is missing, wrong or unknown: `field` names it. */
  | 'malformed'
  /** The amount of the signed link is outside of the limits, or the method does not take it. */
  | 'amount'
  /** What was about to be ordered is not what the session fixes, or the session was opened more than a day ago. */
  | 'fixed'
  /** The page of an opened session was loaded in another tab, or after its order was made. */
  | 'elsewhere';

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

const isOptionalWord: Check = (value) => value === undefined || isWord(value);

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
  'slipway:error': { code: isWord, reason: isOptionalWord, field: isOptionalWord },
};

/** A value from outside as a message with its known fields alone; undefined for anything else. Who sent it is the reader's to check. */
export function readEmbedMessage(value: unknown): EmbedMessage | undefined {
  const given = Object(value) as Record<string, unknown>;
  const { type, version } = given;
  if (version !== EMBED_VERSION || typeof type !== 'string' || !Object.hasOwn(fieldsOf, type)) return undefined;
  const message: Record<string, unknown> = { type, version };
  for (const [known, isGood] of Object.entries(fieldsOf[type as EmbedMessageType])) {
    const field = Object.hasOwn(given, known) ? given[known] : undefined;
    if (!isGood(field)) return undefined;
    if (field !== undefined) message[known] = field;
  }
  return message as EmbedMessage;
}
