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

/** The first bytes of files that banks also offer, and what to do with them. */
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

/** Encodings by the names of the WHATWG's standard, which reads ISO-8859-1 and US-ASCII as windows-1252. */
const ENCODINGS = /^(?:utf-8|utf-16le|utf-16be|iso-8859-\d{1,2}|windows-125\d)$/;

/** Names that programs write and the standard does not have. */
const ALIASES: readonly (readonly [name: RegExp, standard: string])[] = [
  [/^(?:windows|win|cp)-?(125\d)$/, 'windows-$1'],
  [/^iso-?8859-?(\d{1,2})$/, 'iso-8859-$1'],
  [/^latin-?(\d)$/, 'latin$1'],
  [/^latin9$/, 'iso-8859-15'],
  [/^utf-?(8|16|16le|16be)$/, 'utf-$1'],
];

/** The first bytes of UTF-16 and of a byte order mark (XML 1.0, appendix F). */
const FIRST_BYTES: readonly (readonly [bytes: string, encoding: string])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
  ['3c003f00', 'utf-16le'],
  ['003c003f', 'utf-16be'],
];

/** Where an encoding is looked for. */
const HEAD_LENGTH = 4_096;

/** Decodes the bytes by their byte order mark, or else by the encoding in the XML declaration. */
function decode(bytes: Uint8Array): string {
  if (bytes.length > MAX_FILE_BYTES) throw new NoDocumentError(`larger than ${MAX_FILE_BYTES} bytes`);
  const head = Buffer.from(bytes.subarray(0, HEAD_LENGTH));
  const start = head.toString('hex', 0, 8);
  const other = OTHER_FORMATS.find(([starts]) => starts.some((each) => start.startsWith(each)));
  if (other) throw new NoDocumentError(other[1]);
  const seen = FIRST_BYTES.find(([bytesSeen]) => start.startsWith(bytesSeen))?.[1];
  const declared = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head.toString('latin1'))?.[1];
  const encoding = seen ?? declaredEncoding(declared ?? 'utf-8');
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new NoDocumentError(`not ${encoding} text`);
  }
}

/** Throws a {@link NoDocumentError} for one that no bank uses. */
function declaredEncoding(declared: string): string {
  const name = declared
    .toLowerCase()
    .replaceAll('_', '-')
    .replace(/:\d{4}$/, '');
  const alias = ALIASES.reduce((known, [pattern, standard]) => known.replace(pattern, standard), name);
  // A declaration that can be read byte by byte is in no UTF-16, whatever it says.
  const label = alias.startsWith('utf-16') ? 'utf-8' : alias;
  try {
    const { encoding } = new TextDecoder(label);
    if (ENCODINGS.test(encoding)) return encoding;
  } catch {
    // Not a name of the standard: refused below.
  }
  throw new NoDocumentError(`in the encoding ${declared.toLowerCase()}`);
}

/** Elements that may stand several times; always lists, so that one and many read alike. */
const LISTS: ReadonlySet<string> = new Set(
  'Stmt Ntfctn Bal Ntry NtryDtls TxDtls Chrgs Rcrd Strd Ustrd AddtlRmtInf OrgnlPmtInfAndSts TxInfAndSts StsRsnInf AddtlInf PmtInf CdtTrfTxInf'.split(
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
