import { z } from 'zod';

/** Most elements that may enclose the message; `DataPDU/Body/Document` has two. */
const MAX_DEPTH = 3;

export type UnwrappedMessage = {
  /** The message under `Document`, as in a file without an envelope. */
  readonly content: unknown;
  /** Message type in the envelope's header, such as `camt.053.001.08`; undefined without an envelope. */
  readonly announced?: string;
};

const header = z.object({ MsgDefIdr: z.string() });

/**
 * Extracts a message from an envelope with a business application header (ISO 20022, head.001). ISO does not define the
 * envelope's name and depth: networks and banks choose them. Content without such a header is returned unchanged. Throws
 * a RangeError unless the envelope has one message and one header that names the message's type.
 */
export function unwrapMessage(content: unknown): UnwrappedMessage {
  if (!isElement(content) || content['Document'] !== undefined) return { content };
  const headers = findElements(content, 'AppHdr');
  if (headers.length === 0) return { content };
  const documents = findElements(content, 'Document');
  if (headers.length > 1 || documents.length !== 1)
    throw new RangeError(`an envelope with ${headers.length} headers and ${documents.length} messages`);
  const { success, data } = header.safeParse(headers[0]);
  if (!success) throw new RangeError('an envelope whose header announces no message');
  return { content: { Document: documents[0] }, announced: data.MsgDefIdr };
}

function findElements(element: Readonly<Record<string, unknown>>, name: string, depth = MAX_DEPTH): unknown[] {
  return Object.entries(element).flatMap(([key, value]) => {
    const each = Array.isArray(value) ? value : [value];
    if (key === name) return each;
    return depth === 0 ? [] : each.filter(isElement).flatMap((inner) => findElements(inner, name, depth - 1));
  });
}

function isElement(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
