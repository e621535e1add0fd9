import { z } from 'zod';

/** A key on a token, by the attributes of RFC 7512 that identify it. */
export type Pkcs11Key = {
  /** The PKCS #11 library of the token's maker. */
  readonly modulePath: string;
  /** The token's label. */
  readonly token: string;
  /** CKA_ID of the key, in hexadecimal. */
  readonly id: string;
  /** CKA_LABEL. */
  readonly object: string | undefined;
  /** File with the PIN, readable only by its owner. */
  readonly pinFile: string;
};

const KNOWN_ATTRIBUTES: ReadonlySet<string> = new Set(['token', 'id', 'object', 'type', 'module-path', 'pin-source']);
const EXAMPLE = 'pkcs11:token=treasury;id=%01;type=private?module-path=/usr/lib/x.so&pin-source=file:/etc/slipway/pin';

/** `pkcs11:token=…;id=%01;type=private?module-path=/…&pin-source=file:/…` (RFC 7512), which must identify one key. */
export const pkcs11Uri = z.string().transform((uri, context): Pkcs11Key => {
  const keyOrProblem = parseUri(uri);
  if (typeof keyOrProblem !== 'string') return keyOrProblem;
  context.addIssue({ code: 'custom', message: keyOrProblem });
  return z.NEVER;
});

/** Returns the key, or what is wrong with its URI. */
function parseUri(uri: string): Pkcs11Key | string {
  const [, path, query = ''] = /^pkcs11:([^?]*)(?:\?(.*))?$/.exec(uri) ?? [];
  if (path === undefined) return `must be written like ${EXAMPLE}`;
  const attributes = new Map<string, string>();
  for (const attribute of [...path.split(';'), ...query.split('&')].filter((text) => text !== '')) {
    const [name, value] = splitOnce(attribute);
    if (name === 'pin-value')
      return 'must not contain the PIN: write it into a file, and name the file with pin-source';
    if (!KNOWN_ATTRIBUTES.has(name)) return `has an unsupported attribute: ${name}`;
    if (attributes.has(name)) return `has ${name} twice`;
    if (value === undefined) return `must be written like ${EXAMPLE}`;
    attributes.set(name, value);
  }
  return toPkcs11Key(attributes) ?? `must be written like ${EXAMPLE}`;
}

function toPkcs11Key(attributes: ReadonlyMap<string, string>): Pkcs11Key | string | undefined {
  const text = (name: string) => decodePercent(attributes.get(name) ?? '')?.toString('utf8') ?? '';
  const modulePath = text('module-path');
  const token = text('token');
  const id = decodePercent(attributes.get('id') ?? '')?.toString('hex') ?? '';
  const pinFile = text('pin-source').replace(/^file:(?:\/\/(?=\/))?/, '');
  if (!['', 'private'].includes(text('type'))) return 'must name a private key: type=private';
  // With only a label, pkcs11-tool (OpenSC 0.23) signs with the first key that it finds.
  if (id === '') return 'must name the key by its id, as in id=%01';
  if (token === '') return 'must name the token by its label, as in token=treasury';
  if (!modulePath.startsWith('/')) return 'must name the library of the token, as in module-path=/usr/lib/x.so';
  if (!pinFile.startsWith('/')) return 'must name the file of the PIN, as in pin-source=file:/etc/slipway/pin';
  return { modulePath, token, id, object: attributes.has('object') ? text('object') : undefined, pinFile };
}

function splitOnce(attribute: string): readonly [string, string | undefined] {
  const at = attribute.indexOf('=');
  return at < 0 ? [attribute, undefined] : [attribute.slice(0, at), attribute.slice(at + 1)];
}

/** Returns the percent-decoded bytes; undefined if the encoding is invalid. An id is bytes, not text. */
function decodePercent(text: string): Buffer | undefined {
  if (/%(?![0-9a-fA-F]{2})/.test(text)) return undefined;
  const pieces = text.match(/%[0-9a-fA-F]{2}|[^%]+/g) ?? [];
  return Buffer.concat(
    pieces.map((piece) => (piece.startsWith('%') ? Buffer.from(piece.slice(1), 'hex') : Buffer.from(piece))),
  );
}
