import { canonicalJson } from '@slipway/contract/statements/canonicalJson.ts';
import {
  BULK_APPROVAL_ACTIONS,
  BULK_REQUEST_ACTIONS,
  buildBulkSignedText,
  MAX_BULK_STATEMENTS,
} from '@slipway/contract/statements/statement.ts';
import { z } from 'zod';
import { type Credential, isSignedBy } from './credential.ts';
import { hashStatement, type SignedStatement } from './statement.ts';

const SIGNED_TOGETHER: ReadonlySet<string> = new Set<string>([...BULK_REQUEST_ACTIONS, 'approve', 'reject']);
const APPROVABLE_TOGETHER: ReadonlySet<string> = new Set<string>(BULK_APPROVAL_ACTIONS);

/** Returns true if statements of this act may be signed together with others by one signature. */
export function maySignTogether(act: string): boolean {
  return SIGNED_TOGETHER.has(act);
}

/** Returns true if requests for this act may be approved together with others by one signature. */
export function mayApproveTogether(act: string): boolean {
  return APPROVABLE_TOGETHER.has(act);
}

const shape = z.strictObject({
  statements: z
    .array(z.string().regex(/^[0-9a-f]{64}$/))
    .min(2)
    .max(MAX_BULK_STATEMENTS)
    .refine((hashes) => new Set(hashes).size === hashes.length),
  signature: z.base64(),
});

type BatchSignature = z.output<typeof shape>;

/**
 * Returns the signature stored with each statement of a batch: the list of all hashes, and the credential's signature over
 * it.
 */
export function buildBatchSignature(texts: readonly string[], signature: Uint8Array): Uint8Array {
  const statements = texts.map((text) => hashStatement({ text }));
  return Buffer.from(canonicalJson({ statements, signature: Buffer.from(signature).toString('base64') }));
}

/** Parses the signature of a batch; undefined for that of a single statement. */
export function readBatchSignature(signature: Uint8Array): BatchSignature | undefined {
  try {
    const text = Buffer.from(signature).toString('utf8');
    const parsed = shape.safeParse(JSON.parse(text));
    return parsed.success && canonicalJson(parsed.data) === text ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Returns true if the credential has signed a list of statements that includes this one. */
export function isSignedInBatch(credential: Credential, { text, signature }: SignedStatement): boolean {
  const batch = readBatchSignature(signature);
  if (!batch?.statements.includes(hashStatement({ text }))) return false;
  const signed = Buffer.from(buildBulkSignedText(batch.statements));
  return isSignedBy(credential, signed, Buffer.from(batch.signature, 'base64'));
}
