import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { InconsistentStatementError } from './entryIdentity.ts';
import { type Unwrapped, unwrap } from './envelope.ts';

/** Some forty thousand itemised bookings; a larger file is no day of an on-ramp. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** Thrown for bytes that are no harmless XML document; the message says why. */
export class NoDocumentError extends Error {
  override name = 'NoDocumentError';
}

/** Thrown for a file that declares a document type: entities could multiply in it, or bring in files from elsewhere. */
export class DocumentTypeError extends Error {
  override name = 'DocumentTypeError';

  constructor() {
    super('it declares a document type (DTD), which no message of ISO 20022 has');
  }
}

const ENCODINGS = ['utf-8', 'us-ascii', 'iso-8859-1', 'iso-8859-15', 'windows-1252', 'utf-16'];

const BYTE_ORDER_MARKS: readonly (readonly [bytes: string, encoding: string])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

/** Where an encoding is looked for. */
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

export type XmlDocument = Unwrapped & {
  /** Namespaces and schema locations that the message declares, or the envelope around it. */
  readonly namespaces: string;
  /** Element names without prefixes; text as a string, or under `#text` beside attributes, which start with `@`. */
  readonly content: unknown;
};

/**
 * Reads bytes from outside. Throws a {@link NoDocumentError} for whatever is not a well-formed, harmless document, and a
 * {@link DocumentTypeError}.
 */
export function readXmlDocument(bytes: Uint8Array): XmlDocument {
  const xml = decode(bytes);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new DocumentTypeError();
  try {
    if (XMLValidator.validate(xml) !== true) throw new NoDocumentError('not well-formed');
    return { namespaces: declaredNamespaces(xml), ...unwrap(parser.parse(xml)) };
  } catch (error) {
    if (error instanceof NoDocumentError) throw error;
    throw new NoDocumentError(error instanceof Error ? error.message.slice(0, 200) : 'unreadable');
  }
}

/** The parser drops declarations of namespaces together with the prefixes. */
function declaredNamespaces(xml: string): string {
  const root = /<(?:[\w.-]+:)?Document(?:\s[^<>]*)?>/.exec(xml);
  if (!root) return '';
  const before = xml.slice(0, root.index).matchAll(/\sxmlns:[\w.-]+\s*=\s*["']([^"'<>]*)["']/g);
  return [...[...before].map(([, name = '']) => name), root[0]].join(' ');
}

/**
 * The two digits of a message's version, `message` being such as `camt.053.001.`; undefined where nothing says it. Throws
 * an {@link InconsistentStatementError} where an envelope announces another message.
 */
export function versionOf({ namespaces, announced }: XmlDocument, message: string): string | undefined {
  const at = namespaces.indexOf(message);
  const version = at < 0 ? undefined : /^\d{2}/.exec(namespaces.slice(at + message.length))?.[0];
  if (version && announced !== undefined && !announced.startsWith(message + version)) {
    throw new InconsistentStatementError(
      `its envelope announces ${announced.slice(0, 35)}, and it is ${message}${version}`,
    );
  }
  return version;
}
