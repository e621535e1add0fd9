import { createHmac } from 'node:crypto';
import { equalBytes, type PurposeKeys } from '../secrets.ts';

/** What a seal, and a line of the anchor's file, says of the history at some moment. */
export type Sealed = {
  /** The newest line, by its number and its hash, which covers every earlier one. */
  readonly lineId: number;
  readonly lineHash: Buffer;
  /** The newest statement about persons. */
  readonly personsHead: string;
};

export type AuditSeal = Sealed & { readonly seal: Buffer };

export const NO_SEAL_BEFORE = Buffer.alloc(32);

/** HMAC-SHA256 (RFC 2104) over a seal and the one before. A writer of the database lacks the key. */
export function sealAfter([key]: PurposeKeys, previous: Uint8Array, { lineId, lineHash, personsHead }: Sealed): Buffer {
  const said = [Buffer.from(previous).toString('hex'), String(lineId), lineHash.toString('hex'), personsHead];
  return createHmac('sha256', key).update(JSON.stringify(said)).digest();
}

/** As a letter of the daily report anchors it. */
export function headOf({ lineId, lineHash, personsHead }: Sealed): string {
  return `line ${lineId}, hash ${lineHash.toString('hex')}\npersons ${personsHead}`;
}

/** By the newest of the keys or a former one. */
export function isSealedAfter(keys: PurposeKeys, previous: Uint8Array, seal: AuditSeal): boolean {
  return keys.some((key) => equalBytes(sealAfter([key], previous, seal), seal.seal));
}
