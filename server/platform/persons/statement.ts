import { createHash } from 'node:crypto';
import type { Json } from '@slipway/contract/statements/canonicalJson.ts';
import { buildSignedText, formatStatement, type Statement } from '@slipway/contract/statements/statement.ts';
import { z } from 'zod';

/** A statement; the text is stored byte for byte as it was signed. */
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

/** Parses a statement; undefined if the text is none, or differs from what {@link formatStatement} writes. */
export function parseStatement(text: string): Statement | undefined {
  try {
    const parsed = shape.safeParse(JSON.parse(text));
    return parsed.success && formatStatement(parsed.data) === text ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the SHA-256 in hexadecimal that identifies a statement. */
export function hashStatement({ text }: Pick<SignedStatement, 'text'>): string {
  return createHash('sha256').update(text).digest('hex');
}

export function encodeSignedText(text: string): Buffer {
  return Buffer.from(buildSignedText(text));
}
