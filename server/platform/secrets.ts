import { createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** The keys of one purpose, newest first: the first one makes what is new, all of them verify or open what there is. */
export type PurposeKeys = readonly [Uint8Array, ...Uint8Array[]];

/** Keys for single purposes, derived from the operator's secret, and from those before it (HKDF, RFC 5869). */
export type Keys = {
  readonly quoteToken: PurposeKeys;
  /** Seals what an order promises, so that a writer of the database can change none of it unseen. */
  readonly orderSeal: PurposeKeys;
  /** Seals the secrets that sign what partners are sent. */
  readonly partnerSecrets: PurposeKeys;
  /** Seals the history of what persons decided. */
  readonly auditSeal: PurposeKeys;
  /** Seals published lists with their addresses, so that none can be taken out unseen. */
  readonly sanctionsSeal: PurposeKeys;
  /** Seals letters that log their reader in, while they wait to be sent. */
  readonly mailOutbox: PurposeKeys;
  /** Marks the challenges that browsers solve for a code, so that none has to be kept. */
  readonly loginWork: PurposeKeys;
  /** Marks the challenges that passkeys answer. */
  readonly passkeys: PurposeKeys;
  /** Marks blocked accounts, so that one is known when it is made again, and no address is kept of it. */
  readonly accountMark: PurposeKeys;
};

/** `former`: the secrets before this one, whose seals and tokens still count. */
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

/** Unguessable: 160 bits by default, URL-safe. */
export function randomToken(bytes = 20): string {
  const at = takeRandom(bytes);
  return pool.toString('base64url', at, at + bytes);
}

const POOL_BYTES = 4096;
let pool = Buffer.alloc(0);
let taken = 0;

/**
 * Where so many bytes begin in the pool that nobody has had. Each is taken once, from a larger piece: asking the system takes
 * longer than most of what it is asked for.
 */
function takeRandom(bytes: number): number {
  if (pool.length - taken < bytes) {
    pool = randomBytes(Math.max(POOL_BYTES, bytes));
    taken = 0;
  }
  taken += bytes;
  return taken - bytes;
}

/** Capital letters and digits that are not mistaken for each other, e.g. for order numbers read over the phone. */
const READABLE = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** 5 bits a character; 20 characters are 100 bits. */
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
