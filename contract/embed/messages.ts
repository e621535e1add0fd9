import type { OrderStatus } from '../entities/orderStatuses.ts';

/**
 * Messages from Slipway's pages to the embedding site, sent by `window.postMessage`, always to one exact origin. Messages contain
 * the version, so that a loader whose bytes a site has pinned knows which it can read; within one version, types and fields
 * may only be added. No message contains personal data, an address or card data.
 */
export type EmbedMessage =
  /** The frame is rendered. Heights are CSS pixels of its whole content; the title is in the frame's language. */
  | Message<'ready', { readonly height: number; readonly title: string }>
  | Message<'resize', { readonly height: number }>
  /** A firm price until `expireTime`. */
  | Message<'quote', EmbedQuote>
  /** The buyer continued to the full purchase in a separate window. */
  | Message<'continue', unknown>
  | Message<'orderCreated', EmbedOrderReference>
  /** For display only: the authoritative status is sent by webhook. */
  | Message<'status', EmbedOrderReference & { readonly status: OrderStatus }>
  /** The purchase window is closed, or can no longer be observed. */
  | Message<'close', unknown>
  | Message<'error', EmbedError>;

export type EmbedMessageType = EmbedMessage['type'];

/** A message before the version is added on sending. */
export type UnversionedEmbedMessage = EmbedMessage extends infer Each
  ? Each extends EmbedMessage
    ? Omit<Each, 'version'>
    : never
  : never;

/** Amounts are decimal strings in the currency of the adjacent field. */
export type EmbedQuote = {
  readonly sendCurrency: string;
  readonly sendCurrencyAmount: string;
  readonly getCurrency: string;
  readonly getCurrencyAmount: string;
  /** Epoch seconds. */
  readonly expireTime: number;
};

export type EmbedOrderReference = { readonly orderNo: string };

export type EmbedFault =
  /** The browser blocked the window. */
  | 'popup_blocked'
  /** No page of Slipway loaded in the frame: the site's own policies or the connection prevented it. */
  | 'not_ready'
  /** The loader got no session: the promise was rejected, returned another value, or took more than 30 seconds. */
  | 'session_failed'
  /** The server or the purchase page refused the session; see `reason`. No order was created. */
  | 'session_refused'
  /** No partner has this id, or the operator has switched it off. */
  | 'partner_unknown'
  /** The partner has not registered the origin of the page. */
  | 'origin_unknown';

export type EmbedError = {
  readonly code: EmbedFault;
  /** For `session_refused`: a {@link SessionRefusal}, or one added later. For `not_ready`: `csp`, `coep` or `no_answer`. */
  readonly reason?: string;
  /** The malformed claim of a signed link. */
  readonly field?: string;
};

/** Reasons why the server does not open a session or a signed link: the fact `reason` of `link_ended`. */
export type OpeningRefusal =
  /** Neither a session nor a link signed by a current key of a partner. */
  | 'unknown'
  | 'used'
  | 'expired'
  /** The link was signed in the future: the partner's clock is ahead. */
  | 'early'
  /** The link names an origin that the partner has not registered. */
  | 'origin'
  /** The operator has switched the partner off. */
  | 'partner';

/** Reasons why a purchase within a session stopped. */
export type SessionRefusal =
  | OpeningRefusal
  /** A claim of the signed link is missing, wrong or unknown; see `field`. */
  | 'malformed'
  /** The amount of the signed link is outside the limits, or the method does not accept it. */
  | 'amount'
  /** The submitted order differs from the session's fixed terms, or the session was opened more than a day ago. */
  | 'fixed'
  /** The page of an opened session was loaded in another tab, or after its order was made. */
  | 'elsewhere';

type Message<Type extends string, Fields> = {
  readonly type: `slipway:${Type}`;
  readonly version: typeof EMBED_VERSION;
} & Fields;

export const EMBED_VERSION = 1;

export function createEmbedMessage(message: UnversionedEmbedMessage): EmbedMessage {
  return { ...message, version: EMBED_VERSION };
}

type FieldCheck = (value: unknown) => boolean;

const isCount: FieldCheck = (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 1e11;
const isHeight: FieldCheck = (value) => isCount(value) && (value as number) <= 1e5;
const isTitle: FieldCheck = (value) => typeof value === 'string' && value.length <= 200;
/** Accepts names, amounts and codes, but nothing that could be markup or an address. */
const isSafeToken: FieldCheck = (value) => typeof value === 'string' && /^[\w.-]{1,64}$/.test(value);

const isOptionalSafeToken: FieldCheck = (value) => value === undefined || isSafeToken(value);

const fieldChecks: Readonly<Record<EmbedMessageType, Readonly<Record<string, FieldCheck>>>> = {
  'slipway:ready': { height: isHeight, title: isTitle },
  'slipway:resize': { height: isHeight },
  'slipway:quote': {
    sendCurrency: isSafeToken,
    sendCurrencyAmount: isSafeToken,
    getCurrency: isSafeToken,
    getCurrencyAmount: isSafeToken,
    expireTime: isCount,
  },
  'slipway:continue': {},
  'slipway:orderCreated': { orderNo: isSafeToken },
  'slipway:status': { orderNo: isSafeToken, status: isSafeToken },
  'slipway:close': {},
  'slipway:error': { code: isSafeToken, reason: isOptionalSafeToken, field: isOptionalSafeToken },
};

/**
 * Parses an untrusted value as a message with only its known fields; undefined for anything else. The caller verifies the
 * sender.
 */
export function readEmbedMessage(value: unknown): EmbedMessage | undefined {
  const given = Object(value) as Record<string, unknown>;
  const { type, version } = given;
  if (version !== EMBED_VERSION || typeof type !== 'string' || !Object.hasOwn(fieldChecks, type)) return undefined;
  const message: Record<string, unknown> = { type, version };
  for (const [known, isGood] of Object.entries(fieldChecks[type as EmbedMessageType])) {
    const field = Object.hasOwn(given, known) ? given[known] : undefined;
    if (!isGood(field)) return undefined;
    if (field !== undefined) message[known] = field;
  }
  return message as EmbedMessage;
}
