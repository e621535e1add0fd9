import { z } from 'zod';

/** A key on a token: what of RFC 7512 names it. */
export type Pkcs11Key = {
  /** The PKCS #11 library of the token's maker. */
  readonly modulePath: string;
  /** The token's label. */
  readonly token: string;
  /** CKA_ID of the key, in hexadecimal. */
  readonly id: string;
  /** CKA_LABEL. */
  readonly object: string | undefined;
  /** Where the PIN lies, for its owner alone. */
  readonly pinFile: string;
};

const KNOWN: ReadonlySet<string> = new Set(['token', 'id', 'object', 'type', 'module-path', 'pin-source']);
const EXAMPLE = 'pkcs11:token=treasury;id=%01;type=private?module-path=/usr/lib/x.so&pin-source=file:/etc/slipway/pin';

/** `pkcs11:token=…;id=%01;type=private?module-path=/…&pin-source=file:/…` (RFC 7512), of which one key follows. */
export const pkcs11Uri = z.string().transform((uri, context): Pkcs11Key => {
  const read = readUri(uri);
  if (typeof read !== 'string') return read;
  context.addIssue({ code: 'custom', message: read });
  return z.NEVER;
});

/** The key, or what is wrong with its address. */
function readUri(uri: string): Pkcs11Key | string {
  const [, path, query = ''] = /^pkcs11:([^?]*)(?:\?(.*))?$/.exec(uri) ?? [];
  if (path === undefined) return `must be written like ${EXAMPLE}`;
  const attributes = new Map<string, string>();
  for (const attribute of [...path.split(';'), ...query.split('&')].filter((text) => text !== '')) {
    const [name, value] = splitOnce(attribute);
    if (name === 'pin-value') return 'must not carry the PIN: lay it into a file and name that by pin-source';
    if (!KNOWN.has(name)) return `has an attribute that is not understood here: ${name}`;
    if (attributes.has(name)) return `has ${name} twice`;
    if (value === undefined) return `must be written like ${EXAMPLE}`;
    attributes.set(name, value);
  }
  return keyOf(attributes) ?? `must be written like ${EXAMPLE}`;
}

function keyOf(attributes: ReadonlyMap<string, string>): Pkcs11Key | string | undefined {
  const text = (name: string) => decoded(attributes.get(name) ?? '')?.toString('utf8') ?? '';
  const modulePath = text('module-path');
  const token = text('token');
  const id = decoded(attributes.get('id') ?? '')?.toString('hex') ?? '';
  const pinFile = text('pin-source').replace(/^file:(?:\/\/(?=\/))?/, '');
  if (!['', 'private'].includes(text('type'))) return 'must name a private key: type=private';
  // By a label alone pkcs11-tool (OpenSC 0.23) signs with whichever key it finds first.
  if (id === '') return 'must name the key by its id, as in id=%01';
  if (token === '') return 'must name the token by its label, as in token=treasury';
  if (!modulePath.startsWith('/')) return 'must name the library of the token, as in module-path=/usr/lib/x.so';
  if (!pinFile.startsWith('/')) return 'must say where the PIN lies, as in pin-source=file:/etc/slipway/pin';
  return { modulePath, token, id, object: attributes.has('object') ? text('object') : undefined, pinFile };
}

function splitOnce(attribute: string): readonly [string, string | undefined] {
  const at = attribute.indexOf('=');
  return at < 0 ? [attribute, undefined] : [attribute.slice(0, at), attribute.slice(at + 1)];
}

/** Bytes behind percents; undefined where they are not written so. An id is bytes, and no text. */
function decoded(text: string): Buffer | undefined {
  if (/%(?![0-9a-fA-F]{2})/.test(text)) return undefined;
  const pieces = text.match(/%[0-9a-fA-F]{2}|[^%]+/g) ?? [];
  return Buffer.concat(
    pieces.map((piece) => (piece.startsWith('%') ? Buffer.from(piece.slice(1), 'hex') : Buffer.from(piece))),
  );
}
