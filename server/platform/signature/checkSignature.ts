import { type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../http/appError.ts';
import { isDigestOf } from './contentDigest.ts';
import { type ReadSignature, readSignature } from './readSignature.ts';
import { signatureBase } from './signatureBase.ts';

/** A request as it came, and the address that it was meant for. */
export type SignedRequest = {
  readonly method: string;
  /** By the operator's own public address, whatever the request says of its host. */
  readonly targetUri: string;
  /** By names in small letters. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
};

export type SignatureKey = { readonly keyId: string; readonly publicKey: KeyObject };

/** What makes a signature this one and no other. */
export type CheckedSignature = { readonly nonce: string; readonly expiresAt: Date };

const COVERED = ['@method', '@target-uri', 'content-digest'];
const COVERABLE = ['authorization', 'content-type'];
const LONGEST_SECONDS = 300;
/** Clocks differ: a signature may be so far in the future. */
const SKEW_SECONDS = 30;

const seconds = z.int('is missing or no time in seconds').min(0).max(99_999_999_999);
const parametersSchema = z.strictObject({
  created: seconds,
  expires: seconds,
  nonce: z.string('is missing').regex(/^[\x21-\x7e]{16,128}$/, 'must have 16 to 128 characters'),
  keyid: z.string('is missing'),
  alg: z.literal('ed25519', 'must be ed25519'),
});
type Parameters = z.infer<typeof parametersSchema>;

/**
 * Checks the one signature of a request (RFC 9421, Ed25519) and the digest of its body. Throws the refusal by its name.
 * That the nonce was not used before is for the caller to see.
 */
export function checkSignature(request: SignedRequest, key: SignatureKey, now: Date): CheckedSignature {
  const input = headerOf(request, 'signature-input');
  const signature = headerOf(request, 'signature');
  if (input === undefined || signature === undefined) throw new AppError('signature_missing');
  const read = readSignature({ input, signature });
  requireCovered(read.components);
  const parameters = readParameters(read);
  if (parameters.keyid !== key.keyId) throw new AppError('signature_key');
  requireInTime(parameters, now);
  if (!isDigestOf(headerOf(request, 'content-digest') ?? '', request.body)) throw new AppError('digest_wrong');
  if (!isSignedBy(key, read, request)) throw new AppError('signature_wrong');
  return { nonce: parameters.nonce, expiresAt: new Date(parameters.expires * 1000) };
}

function requireCovered(components: readonly string[]): void {
  const isCovered = COVERED.every((component) => components.includes(component));
  const isKnown = components.every((component) => COVERED.includes(component) || COVERABLE.includes(component));
  if (isCovered && isKnown) return;
  throw new AppError('signature_uncovered', { covered: COVERED.join(', '), coverable: COVERABLE.join(', ') });
}

function readParameters({ parameters }: ReadSignature): Parameters {
  const parsed = parametersSchema.safeParse(Object.fromEntries(parameters));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys')
    throw new AppError('signature_parameter', { parameter: issue.keys[0] ?? '', problem: 'is not known' });
  throw new AppError('signature_parameter', {
    parameter: String(issue?.path[0] ?? ''),
    problem: issue?.message ?? 'is not valid',
  });
}

function requireInTime({ created, expires }: Parameters, now: Date): void {
  const nowSeconds = now.getTime() / 1000;
  if (expires <= created || expires - created > LONGEST_SECONDS) {
    const problem = `must be at most ${LONGEST_SECONDS} seconds after created`;
    throw new AppError('signature_parameter', { parameter: 'expires', problem });
  }
  if (created > nowSeconds + SKEW_SECONDS) throw new AppError('signature_early');
  if (expires <= nowSeconds) throw new AppError('signature_expired');
}

function isSignedBy({ publicKey }: SignatureKey, read: ReadSignature, request: SignedRequest): boolean {
  const headers = [...COVERED, ...COVERABLE].flatMap((name) => {
    const value = headerOf(request, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const values = { ...Object.fromEntries(headers), '@method': request.method, '@target-uri': request.targetUri };
  const base = signatureBase(read.components, read.parametersText, values);
  return base !== undefined && verify(null, Buffer.from(base), publicKey, read.signature);
}

/** Lines of one name are one list. */
function headerOf({ headers }: SignedRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
