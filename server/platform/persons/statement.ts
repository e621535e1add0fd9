import { createHash } from 'node:crypto';
import type { Json } from '@slipway/contract/statements/canonicalJson.ts';
import { type Statement, signedTextOf, textOf } from '@slipway/contract/statements/statement.ts';
import { z } from 'zod';

/** The text is kept as it was signed, byte for byte. */
export type SignedStatement = { readonly text: string; readonly signature: Uint8Array };

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
  return Buffer.from(signedTextOf(text));
}
