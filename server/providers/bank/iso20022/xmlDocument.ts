import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** More than ten thousand itemised bookings; a larger file is no day of an on-ramp. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** Thrown for bytes that are no harmless XML document; the message says why. */
export class NoDocumentError extends Error {
  override name = 'NoDocumentError';
}

const ENCODINGS = ['utf-8', 'us-ascii', 'iso-8859-1', 'iso-8859-15', 'windows-1252', 'utf-16'];

const BYTE_ORDER_MARKS: readonly (readonly [bytes: string, encoding: string])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

/** Where an encoding or a root element is looked for. */
const HEAD_LENGTH = 4_096;

/** The characters of the bytes, by their byte order mark or else by what the XML declaration says. */
function decode(bytes: Uint8Array): string {
  if (bytes.length > MAX_FILE_BYTES) throw new NoDocumentError(`larger than ${MAX_FILE_BYTES} bytes`);
  const head = Buffer.from(bytes.subarray(0, HEAD_LENGTH));
  const marked = BYTE_ORDER_MARKS.find(([mark]) => head.toString('hex').startsWith(mark))?.[1];
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]{1,40})["']/.exec(head.toString('latin1'))?.[1];
  const encoding = marked ?? declared?.toLowerCase() ?? 'utf-8';
  if (!marked && !ENCODINGS.includes(encoding)) throw new NoDocumentError(`in the encoding ${encoding}`);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new NoDocumentError(`not ${encoding} text`);
  }
}

/** Elements that may stand several times; always lists, so that one and many read alike. */
const LISTS: ReadonlySet<string> = new Set(
  'Stmt Ntfctn Bal Ntry NtryDtls TxDtls Strd Ustrd AddtlRmtInf OrgnlPmtInfAndSts TxInfAndSts StsRsnInf AddtlInf PmtInf CdtTrfTxInf'.split(
    ' ',
  ),
);

/**
 * Every value stays a string: the parser must not make floats of amounts. Character references are read; entities
 * cannot be declared, since a document type is refused before. Names that reach into objects' prototypes make it throw.
 */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseAttributeValue: false,
  parseTagValue: false,
  removeNSPrefix: true,
  processEntities: true,
  htmlEntities: true,
  maxNestedTags: 60,
  isArray: (name) => LISTS.has(name),
});

export type XmlDocument = {
  /** Namespaces and schema locations that the root element declares. */
  readonly namespaces: string;
  /** Element names without prefixes; text as a string, or under `#text` beside attributes, which start with `@`. */
  readonly content: unknown;
};

/** Reads bytes from outside. Throws a {@link NoDocumentError} for whatever is not a well-formed, harmless document. */
export function readXmlDocument(bytes: Uint8Array): XmlDocument {
  const xml = decode(bytes);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new NoDocumentError('declares a document type');
  try {
    if (XMLValidator.validate(xml) !== true) throw new NoDocumentError('not well-formed');
    return { namespaces: rootAttributes(xml), content: parser.parse(xml) };
  } catch (error) {
    if (error instanceof NoDocumentError) throw error;
    throw new NoDocumentError(error instanceof Error ? error.message.slice(0, 200) : 'unreadable');
  }
}

/** The parser drops declarations of namespaces together with the prefixes. */
function rootAttributes(xml: string): string {
  return /<(?:[\w.-]+:)?Document\s([^<>]*)>/.exec(xml.slice(0, HEAD_LENGTH))?.[1] ?? '';
}

/** The two digits of a message's version, `message` being such as `camt.053.001.`; undefined where nothing says it. */
export function versionOf(namespaces: string, message: string): string | undefined {
  const at = namespaces.indexOf(message);
  return at < 0 ? undefined : /^\d{2}/.exec(namespaces.slice(at + message.length))?.[0];
}
