import { type EmbedWord, embedMessage } from '@slipway/contract/embed/messages.ts';
import { parsedUrl } from '@slipway/contract/parsedUrl.ts';

/** The site that frames the page. */
export type Host = {
  /** Its origin; '' when the page stands alone or its framer is not known for certain. */
  readonly origin: string;
  readonly send: (word: EmbedWord) => void;
};

/** What a window says about who frames it. */
export type FramedWindow = Pick<Window, 'document' | 'location' | 'parent'> & { readonly self: unknown };

const ORIGINS_META = 'meta[name="frame-origins"]';

/**
 * The framer, when it is one of the origins that the server let in. The browser has refused every other one already
 * (frame-ancestors); this finds out which of a partner's origins it is, so that messages go to that one alone.
 */
export function findHost(frame: FramedWindow): Host {
  const origin = isFramed(frame) ? knownOrigin(frame) : '';
  return {
    origin,
    send: (word) => {
      if (origin !== '') frame.parent.postMessage(embedMessage(word), origin);
    },
  };
}

function isFramed(frame: FramedWindow): boolean {
  return frame.parent !== frame.self;
}

function knownOrigin(frame: FramedWindow): string {
  const registered = registeredOrigins(frame.document);
  const origin = frame.location.ancestorOrigins?.[0] ?? parsedUrl(frame.document.referrer)?.origin;
  if (origin !== undefined && registered.includes(origin)) return origin;
  // A browser that gives neither: with a single origin registered, no other one can be the framer.
  return origin === undefined && registered.length === 1 ? (registered[0] ?? '') : '';
}

function registeredOrigins(document: Document): readonly string[] {
  const content = document.querySelector(ORIGINS_META)?.getAttribute('content') ?? '';
  return content.split(' ').filter((origin) => origin !== '');
}
