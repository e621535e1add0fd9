import { createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** The keys of one purpose, newest first: the first one seals and signs, all of them open and verify. */
export type PurposeKeys = readonly [Uint8Array, ...Uint8Array[]];

/** Keys for separate purposes, derived from the operator's current and former secrets (HKDF, RFC 5869). */
export type Keys = {
  readonly quoteToken: PurposeKeys;
  /** Seals an order's terms, so that a database writer cannot change them unnoticed. */
  readonly orderSeal: PurposeKeys;
  /** Seals the secrets that sign messages to partners. */
  readonly partnerSecrets: PurposeKeys;
  /** Seals the audit trail. */
  readonly auditSeal: PurposeKeys;
  /** Seals published lists with their addresses, so that none can be removed unnoticed. */
  readonly sanctionsSeal: PurposeKeys;
  /** Seals emails that log their reader in while they are queued. */
  readonly mailOutbox: PurposeKeys;
  /** Authenticates the work challenges that browsers solve for a code, so that none has to be stored. */
  readonly loginWork: PurposeKeys;
  /** Authenticates the challenges that passkeys answer. */
  readonly passkeys: PurposeKeys;
  /** Hashes blocked accounts, so that one is recognized after re-registering without storing its address. */
  readonly accountMark: PurposeKeys;
};

/** Derives the keys. `former`: previous secrets, whose seals and tokens are still valid. */
export function deriveKeys(secret: Buffer, former: readonly Buffer[] = []): Keys {
  const deriveFrom = (from: Buffer, purpose: string) =>
    new Uint8Array(hkdfSync('sha256', from, Buffer.alloc(0), purpose, 32));
  const derive = (purpose: string): PurposeKeys => [
    deriveFrom(secret, purpose),
    ...former.map((from) => deriveFrom(from, purpose)),
  ];
  return {
    quoteToken: derive('slipway quote token v1'),
    orderSeal: derive('slipway order seal v1'),
    partnerSecrets: derive('slipway partner secrets v1'),
    auditSeal: derive('slipway audit seal v1'),
    sanctionsSeal: derive('slipway sanctions seal v1'),
    mailOutbox: derive('slipway mail outbox v1'),
    loginWork: derive('slipway login work v1'),
    passkeys: derive('slipway passkeys v1'),
    accountMark: derive('slipway account mark v1'),
  };
}

/** Returns an unguessable token: 160 bits by default, URL-safe. */
export function randomToken(bytes = 20): string {
  const at = takeRandom(bytes);
  return pool.toString('base64url', at, at + bytes);
}

const POOL_BYTES = 4096;
let pool = Buffer.alloc(0);
let usedPoolBytes = 0;

/**
 * Returns the offset of unused random bytes in the pool. Each byte is used once. The pool is filled in larger pieces, since a
 * system call takes longer than most uses.
 */
function takeRandom(bytes: number): number {
  if (pool.length - usedPoolBytes < bytes) {
    pool = randomBytes(Math.max(POOL_BYTES, bytes));
    usedPoolBytes = 0;
  }
  usedPoolBytes += bytes;
  return usedPoolBytes - bytes;
}

/** Capital letters and digits that are not easily confused, e.g. for order numbers read over the phone. */
const READABLE = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Returns a token of 5 bits per character; 20 characters are 100 bits. */
export function readableToken(length: number): string {
  const at = takeRandom(length);
  return Array.from(pool.subarray(at, at + length), (byte) => READABLE[byte % READABLE.length]).join('');
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
