import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { InconsistentStatementError } from './entryIdentity.ts';
import { type UnwrappedMessage, unwrapMessage } from './envelope.ts';

/** About forty thousand itemized bookings; no day of an on-ramp has more. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** Thrown for bytes that are not a harmless XML document; the message gives the reason. */
export class NoDocumentError extends Error {
  override name = 'NoDocumentError';
}

/** Thrown for a file that declares a document type: entities could expand in it, or include external files. */
export class DocumentTypeError extends Error {
  override name = 'DocumentTypeError';

  constructor() {
    super('it declares a document type (DTD), which no message of ISO 20022 has');
  }
}

/** First bytes of other formats that banks offer, with advice. */
const OTHER_FORMATS: readonly (readonly [starts: readonly string[], advice: string])[] = [
  [['504b0304', '504b0506', '504b0708'], 'a ZIP archive: unpack it, and give each file in it by itself'],
  [['1f8b'], 'a gzip archive: unpack it, and give the file in it'],
  [['25504446'], 'a PDF: have the bank send camt.053 (statements) and camt.054 (notifications)'],
  // `:20:` and `{1:F`.
  [
    ['3a32303a', '0d0a3a32303a', '7b313a46'],
    'MT940 or MT942: have the bank send camt.053 (statements) and camt.054 (notifications)',
  ],
];

/** Supported encodings by their WHATWG names; that standard reads ISO-8859-1 and US-ASCII as windows-1252. */
const ENCODINGS = /^(?:utf-8|utf-16le|utf-16be|iso-8859-\d{1,2}|windows-125\d)$/;

/** Names that programs write and the standard lacks. */
const ENCODING_ALIASES: readonly (readonly [name: RegExp, standard: string])[] = [
  [/^(?:windows|win|cp)-?(125\d)$/, 'windows-$1'],
  [/^iso-?8859-?(\d{1,2})$/, 'iso-8859-$1'],
  [/^latin-?(\d)$/, 'latin$1'],
  [/^latin9$/, 'iso-8859-15'],
  [/^utf-?(8|16|16le|16be)$/, 'utf-$1'],
];

/** First bytes that show the encoding: a byte order mark, or `<?` in UTF-16 (XML 1.0, appendix F). */
const FIRST_BYTES: readonly (readonly [bytes: string, encoding: string])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
  ['3c003f00', 'utf-16le'],
  ['003c003f', 'utf-16be'],
];

/** Number of bytes that are searched for an encoding. */
const HEAD_LENGTH = 4_096;

/**
 * Decodes the bytes by their first bytes, else by the encoding in the XML declaration, else as UTF-8. Throws a {@link
 * NoDocumentError} for too many bytes, another format, or bytes that are not in that encoding.
 */
function decodeBytes(bytes: Uint8Array): string {
  if (bytes.length > MAX_FILE_BYTES) throw new NoDocumentError(`larger than ${MAX_FILE_BYTES} bytes`);
  const head = Buffer.from(bytes.subarray(0, HEAD_LENGTH));
  const start = head.toString('hex', 0, 8);
  const other = OTHER_FORMATS.find(([starts]) => starts.some((each) => start.startsWith(each)));
  if (other) throw new NoDocumentError(other[1]);
  const detected = FIRST_BYTES.find(([bytesSeen]) => start.startsWith(bytesSeen))?.[1];
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head.toString('latin1'))?.[1];
  const encoding = detected ?? findStandardEncoding(declared ?? 'utf-8');
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new NoDocumentError(`not ${encoding} text`);
  }
}

/** Returns the standard name of the encoding. Throws a {@link NoDocumentError} for an unsupported one. */
function findStandardEncoding(declared: string): string {
  const name = declared
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/:\d{4}$/, '');
  const alias = ENCODING_ALIASES.reduce((known, [pattern, standard]) => known.replace(pattern, standard), name);
  // A declaration that is readable byte by byte cannot be in UTF-16, even if it names UTF-16.
  const label = alias.startsWith('utf-16') ? 'utf-8' : alias;
  try {
    const { encoding } = new TextDecoder(label);
    if (ENCODINGS.test(encoding)) return encoding;
  } catch {
    // Not a standard name: refused below.
  }
  throw new NoDocumentError(`in the unsupported encoding ${declared.toLowerCase()}`);
}

/** Elements that may repeat; always read as lists. */
const REPEATED_ELEMENTS: ReadonlySet<string> = new Set(
  'Stmt Ntfctn Bal Ntry NtryDtls TxDtls Chrgs Rcrd Strd Ustrd AddtlRmtInf OrgnlPmtInfAndSts TxInfAndSts StsRsnInf AddtlInf PmtInf CdtTrfTxInf'.split(
    ' ',
  ),
);

/**
 * Every value stays a string, so that the parser converts no amount to a float. Character references are resolved.
 * Entities cannot be declared, since a file with a document type is refused first. The parser throws for names that
 * reach into objects' prototypes.
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
  isArray: (name) => REPEATED_ELEMENTS.has(name),
});

export type XmlDocument = UnwrappedMessage & {
  /** Namespaces and schema locations of the message and its envelope. */
  readonly namespaces: string;
  /**
   * Element names without prefixes; text as a string, or under `#text` if there are attributes, which start with `@`.
   */
  readonly content: unknown;
};

/**
 * Reads untrusted bytes. Throws a {@link NoDocumentError} for anything but a well-formed, harmless document, or a
 * {@link DocumentTypeError}.
 */
export function readXmlDocument(bytes: Uint8Array): XmlDocument {
  const xml = decodeBytes(bytes);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new DocumentTypeError();
  try {
    if (XMLValidator.validate(xml) !== true) throw new NoDocumentError('not well-formed');
    return { namespaces: findNamespaces(xml), ...unwrapMessage(parser.parse(xml)) };
  } catch (error) {
    if (error instanceof NoDocumentError) throw error;
    throw new NoDocumentError(error instanceof Error ? error.message.slice(0, 200) : 'unreadable');
  }
}

/** Returns the namespaces of the envelope and the message's start tag as one text: the parser removes both. */
function findNamespaces(xml: string): string {
  const root = /<(?:[\w.-]+:)?Document(?:\s[^<>]*)?>/.exec(xml);
  if (!root) return '';
  const before = xml.slice(0, root.index).matchAll(/\sxmlns:[\w.-]+\s*=\s*["']([^"'<>]*)["']/g);
  return [...[...before].map(([, name = '']) => name), root[0]].join(' ');
}

/**
 * Returns the two-digit version of a document of the message type `message`, such as `camt.053.001.`; undefined if its
 * namespaces do not name that type. Throws an {@link InconsistentStatementError} if an envelope announces another message.
 */
export function findMessageVersion({ namespaces, announced }: XmlDocument, message: string): string | undefined {
  const at = namespaces.indexOf(message);
  const version = at < 0 ? undefined : /^\d{2}/.exec(namespaces.slice(at + message.length))?.[0];
  if (version && announced !== undefined && !announced.startsWith(message + version)) {
    throw new InconsistentStatementError(
      `its envelope announces ${announced.slice(0, 35)}, and it is ${message}${version}`,
    );
  }
  return version;
}
