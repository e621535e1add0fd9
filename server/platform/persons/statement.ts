import { createHash } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson, type Json } from './canonicalJson.ts';

/** What one person says, in a form that can be signed and kept. */
export type Statement = {
  /** The command, as rights.ts names it, or a word about persons (readPersons.ts). */
  readonly act: string;
  readonly arguments: Readonly<Record<string, Json>>;
  readonly reason: string;
  readonly person: string;
  /** {@link keyIdOf} the credential that signs. */
  readonly key: string;
  /** ISO 8601 in UTC, by the database's clock. */
  readonly time: string;
  /** 128 random bits: no two statements are alike. */
  readonly nonce: string;
  /** {@link hashOf} the newest statement about persons that the signer has read: nobody can be shown older persons. */
  readonly previous: string;
};

/** The text is kept as it was signed, byte for byte. */
export type SignedStatement = { readonly text: string; readonly signature: Uint8Array };

/** What stands before the first statement about persons. */
export const NOTHING_BEFORE = '0'.repeat(64);

/** A signature under this is for no other program, and no later form of a statement. */
const PURPOSE = 'slipway statement v1\n';

const json: z.ZodType<Json> = z.lazy(() =>
  z.union([z.string(), z.boolean(), z.null(), z.array(json), z.record(z.string(), json)]),
);

const shape = z.strictObject({
  act: z.string().min(1),
  arguments: z.record(z.string(), json),
  reason: z.string(),
  person: z.string().min(1),
  key: z.string().regex(/^[\w-]{43}$/),
  time: z.iso.datetime({ precision: 3 }),
  nonce: z.string().regex(/^[\w-]{22}$/),
  previous: z.string().regex(/^[0-9a-f]{64}$/),
});

export function textOf(statement: Statement): string {
  return canonicalJson({ ...statement });
}

/** Undefined for a text that is no statement, or is written in another way than {@link textOf} writes it. */
export function readStatement(text: string): Statement | undefined {
  try {
    const parsed = shape.safeParse(JSON.parse(text));
    return parsed.success && textOf(parsed.data) === text ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** SHA-256 in hexadecimal, by which others name a statement. */
export function hashOf({ text }: Pick<SignedStatement, 'text'>): string {
  return createHash('sha256').update(text).digest('hex');
}

export function signedBytes(text: string): Buffer {
  return Buffer.from(PURPOSE + text);
}
