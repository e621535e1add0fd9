import { canonicalJson, type Json } from './canonicalJson.ts';

/** A statement of one person, in a form that can be signed and stored. */
export type Statement = {
  /** The name of an action in the server's table of rights, or of a statement about people. */
  readonly act: string;
  readonly arguments: Readonly<Record<string, Json>>;
  readonly reason: string;
  readonly person: string;
  /** The id of the credential that signs. */
  readonly key: string;
  /** ISO 8601 in UTC, by the database's clock. */
  readonly time: string;
  /** 128 random bits that make each statement unique. */
  readonly nonce: string;
  /**
   * The hash of the newest statement about people that the signing person has seen, so that an outdated list cannot be
   * presented.
   */
  readonly previous: string;
};

/** The hash that precedes the first statement about people. */
export const GENESIS_HASH = '0'.repeat(64);

/** Signature prefix that makes a signature invalid for other programs and later formats. */
const SIGNATURE_PREFIX = 'slipway statement v1\n';

export function formatStatement(statement: Statement): string {
  return canonicalJson({ ...statement });
}

/** Returns the text that is signed for a statement, as UTF-8. */
export function buildSignedText(text: string): string {
  return SIGNATURE_PREFIX + text;
}

/** Prefix of a signature over a list of statements, which is invalid for a single statement. */
const BULK_SIGNATURE_PREFIX = 'slipway statements v1\n';

/** Maximum number of statements under one signature. */
export const MAX_BULK_STATEMENTS = 25;

/**
 * Acts that one person may request for several orders, or several differences, with one signature. None of them contains an
 * address, an account or a setting.
 */
export const BULK_REQUEST_ACTIONS = ['clear', 'refuse', 'wait-until'] as const;

/** Acts that one person may approve together with one signature. */
export const BULK_APPROVAL_ACTIONS = ['clear', 'refuse', 'refund'] as const;

/** Returns the text that is signed once for several statements: the SHA-256 of each text in hexadecimal, as UTF-8. */
export function buildBulkSignedText(hashes: readonly string[]): string {
  return BULK_SIGNATURE_PREFIX + hashes.join('\n');
}
