import { type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../http/appError.ts';
import { buildSignatureBase } from './buildSignatureBase.ts';
import { isContentDigestOf } from './computeContentDigest.ts';
import { type ParsedSignature, readSignature } from './readSignature.ts';

/** A request as received, and the URI that it was sent to. */
export type SignedRequest = {
  readonly method: string;
  /** Built from the operator's public address, regardless of the request's host. */
  readonly targetUri: string;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Uint8Array;
};

export type SignatureKey = { readonly keyId: string; readonly publicKey: KeyObject };

/** Identifies a verified signature. */
export type CheckedSignature = { readonly nonce: string; readonly expiresAt: Date };

/** Components that every signature must cover, and those that it may cover in addition. */
const COVERED = ['@method', '@target-uri', 'content-digest'];
const COVERABLE = ['authorization', 'content-type'];
const LONGEST_SECONDS = 300;
/** Clock skew: a signature may be this far in the future. */
export const SKEW_SECONDS = 30;

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
 * Verifies the single signature of a request (RFC 9421, Ed25519) and its body's digest. Throws the specific refusal. The
 * caller must check that the nonce is unused.
 */
export function checkSignature(request: SignedRequest, key: SignatureKey, now: Date): CheckedSignature {
  const input = joinHeader(request, 'signature-input');
  const signature = joinHeader(request, 'signature');
  if (input === undefined || signature === undefined) throw new AppError('signature_missing');
  const read = readSignature({ input, signature });
  requireCovered(read.components);
  const parameters = readParameters(read);
  if (parameters.keyid !== key.keyId) throw new AppError('signature_key');
  requireInTime(parameters, now);
  if (!isContentDigestOf(joinHeader(request, 'content-digest') ?? '', request.body)) throw new AppError('digest_wrong');
  if (!isSignedBy(key, read, request)) throw new AppError('signature_wrong');
  return { nonce: parameters.nonce, expiresAt: new Date(parameters.expires * 1000) };
}

function requireCovered(components: readonly string[]): void {
  const isCovered = COVERED.every((component) => components.includes(component));
  const isKnown = components.every((component) => COVERED.includes(component) || COVERABLE.includes(component));
  if (isCovered && isKnown) return;
  throw new AppError('signature_uncovered', { covered: COVERED.join(', '), coverable: COVERABLE.join(', ') });
}

function readParameters({ parameters }: ParsedSignature): Parameters {
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

function isSignedBy({ publicKey }: SignatureKey, read: ParsedSignature, request: SignedRequest): boolean {
  const headers = [...COVERED, ...COVERABLE].flatMap((name) => {
    const value = joinHeader(request, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const values = { ...Object.fromEntries(headers), '@method': request.method, '@target-uri': request.targetUri };
  const base = buildSignatureBase(read.components, read.parametersText, values);
  return base !== undefined && verify(null, Buffer.from(base), publicKey, read.signature);
}

/** Returns a header's value; repeated lines are joined to one list. */
function joinHeader({ headers }: SignedRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
