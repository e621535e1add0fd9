import { canonicalJson, type Json } from './canonicalJson.ts';

/** What one person says, in a form that can be signed and kept. */
export type Statement = {
  /** The command, as the server's table of rights names it, or a word about persons. */
  readonly act: string;
  readonly arguments: Readonly<Record<string, Json>>;
  readonly reason: string;
  readonly person: string;
  /** The id of the credential that signs. */
  readonly key: string;
  /** ISO 8601 in UTC, by the database's clock. */
  readonly time: string;
  /** 128 random bits: no two statements are alike. */
  readonly nonce: string;
  /** The hash of the newest statement about persons that the signer has read: nobody can be shown older persons. */
  readonly previous: string;
};

/** What stands before the first statement about persons. */
export const NOTHING_BEFORE = '0'.repeat(64);

/** A signature under this is for no other program, and no later form of a statement. */
const PURPOSE = 'slipway statement v1\n';

export function textOf(statement: Statement): string {
  return canonicalJson({ ...statement });
}

/** What is signed of a statement's text, as UTF-8. */
export function signedTextOf(text: string): string {
  return PURPOSE + text;
}
