import { createHmac } from 'node:crypto';
import { equalBytes, type PurposeKeys } from '../secrets.ts';

/** The state of the audit trail that a seal, or a line of the anchor file, covers. */
export type SealedAuditState = {
  /** The newest line: its number, and its hash, which covers every earlier line. */
  readonly lineId: number;
  readonly lineHash: Buffer;
  /** The newest statement about people. */
  readonly personsHead: string;
};

export type AuditSeal = SealedAuditState & { readonly seal: Buffer };

export const INITIAL_SEAL = Buffer.alloc(32);

/** Returns the HMAC-SHA256 (RFC 2104) over a state and the previous seal. A database writer does not have the key. */
export function computeSeal(
  [key]: PurposeKeys,
  previous: Uint8Array,
  { lineId, lineHash, personsHead }: SealedAuditState,
): Buffer {
  const fields = [Buffer.from(previous).toString('hex'), String(lineId), lineHash.toString('hex'), personsHead];
  return createHmac('sha256', key).update(JSON.stringify(fields)).digest();
}

/** Formats a state as the daily report's email anchors it. */
export function formatSealedState({ lineId, lineHash, personsHead }: SealedAuditState): string {
  return `line ${lineId}, hash ${lineHash.toString('hex')}\npersons ${personsHead}`;
}

/** Returns true if the seal verifies with one of the keys, current or former. */
export function isValidSeal(keys: PurposeKeys, previous: Uint8Array, seal: AuditSeal): boolean {
  return keys.some((key) => equalBytes(computeSeal([key], previous, seal), seal.seal));
}
