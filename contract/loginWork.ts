/**
 * Returns the number at the start of the challenge: how many leading zero bits the hash must have. Login codes under high
 * demand require proof of work (hashcash): the browser searches for a counter so that the SHA-256 of `challenge.counter` begins
 * with that many zero bits. The server issues the challenge for one email address.
 */
export function readRequiredBits(challenge: string): number {
  return Number.parseInt(challenge, 10);
}

/** Returns the text to hash, which is sent with the call once its hash fits. */
export function formatWork(challenge: string, counter: number): string {
  return `${challenge}.${counter}`;
}

/** Returns the challenge of a proof of work; undefined for malformed text. */
export function readWorkChallenge(work: string): string | undefined {
  const end = work.lastIndexOf('.');
  return /^\d{1,15}$/.test(work.slice(end + 1)) ? work.slice(0, Math.max(0, end)) : undefined;
}

export function countLeadingZeroBits(hash: Uint8Array): number {
  const at = hash.findIndex((byte) => byte !== 0);
  return at === -1 ? hash.length * 8 : at * 8 + Math.clz32(hash[at] ?? 0) - 24;
}
