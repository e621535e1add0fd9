import { z } from 'zod';

/** How far inside of an envelope the message may stand: `DataPDU/Body/Document`. */
const DEPTH = 3;

export type Unwrapped = {
  /** With the message under `Document`, as it stands in a file of its own. */
  readonly content: unknown;
  /** What the envelope's header says that the message is, such as `camt.053.001.08`; undefined without an envelope. */
  readonly announced?: string;
};

const header = z.object({ MsgDefIdr: z.string() });

/**
 * Takes a message out of an envelope that has a business application header (ISO 20022, head.001) beside it. The
 * envelope's own name and depth are not ISO's: networks and banks choose them. Throws a RangeError for an envelope that
 * holds several messages, or none that its header announces.
 */
export function unwrap(content: unknown): Unwrapped {
  if (!isElement(content) || content['Document'] !== undefined) return { content };
  const headers = named(content, 'AppHdr');
  if (headers.length === 0) return { content };
  const documents = named(content, 'Document');
  if (headers.length > 1 || documents.length !== 1)
    throw new RangeError(`an envelope with ${headers.length} headers and ${documents.length} messages`);
  const { success, data } = header.safeParse(headers[0]);
  if (!success) throw new RangeError('an envelope whose header announces no message');
  return { content: { Document: documents[0] }, announced: data.MsgDefIdr };
}

function named(element: Readonly<Record<string, unknown>>, name: string, depth = DEPTH): unknown[] {
  return Object.entries(element).flatMap(([key, value]) => {
    const each = Array.isArray(value) ? value : [value];
    if (key === name) return each;
    return depth === 0 ? [] : each.filter(isElement).flatMap((inner) => named(inner, name, depth - 1));
  });
}

function isElement(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
