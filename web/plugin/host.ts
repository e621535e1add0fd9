import { createEmbedMessage, type UnversionedEmbedMessage } from '@slipway/contract/embed/messages.ts';
import { parseUrl } from '@slipway/contract/parseUrl.ts';

/** The site that frames the page. */
export type Host = {
  /** Its origin; '' if the page is not framed or the framing origin is uncertain. */
  readonly origin: string;
  readonly send: (message: UnversionedEmbedMessage) => void;
};

/** Window properties that show which site frames it. */
export type FramedWindow = Pick<Window, 'document' | 'location' | 'parent'> & { readonly self: unknown };

const ORIGINS_META = 'meta[name="frame-origins"]';

/**
 * Returns the framing site if it is one of the allowed origins. The browser already blocks all others
 * (frame-ancestors); this determines which of the partner's origins it is, so that messages go only there.
 */
export function findHost(frame: FramedWindow): Host {
  const origin = isFramed(frame) ? findHostOrigin(frame) : '';
  return {
    origin,
    send: (message) => {
      if (origin !== '') frame.parent.postMessage(createEmbedMessage(message), origin);
    },
  };
}

function isFramed(frame: FramedWindow): boolean {
  return frame.parent !== frame.self;
}

function findHostOrigin(frame: FramedWindow): string {
  const registered = readRegisteredOrigins(frame.document);
  const origin = frame.location.ancestorOrigins?.[0] ?? parseUrl(frame.document.referrer)?.origin;
  if (origin !== undefined && registered.includes(origin)) return origin;
  // Without an ancestor and a referrer, a single registered origin must be the framing one.
  return origin === undefined && registered.length === 1 ? (registered[0] ?? '') : '';
}

function readRegisteredOrigins(document: Document): readonly string[] {
  const content = document.querySelector(ORIGINS_META)?.getAttribute('content') ?? '';
  return content.split(' ').filter((origin) => origin !== '');
}
