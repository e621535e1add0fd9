/**
 * The work that a browser does for a login code while many are asked for: a counter by which the SHA-256 of
 * `challenge.counter` begins with as many zero bits as the challenge says (hashcash). The challenge is the server's, of one
 * e-mail address, and begins with that number.
 */
export function bitsOfChallenge(challenge: string): number {
  return Number.parseInt(challenge, 10);
}

/** What is hashed, and what goes along with the call once its hash fits. */
export function workOf(challenge: string, counter: number): string {
  return `${challenge}.${counter}`;
}

/** Undefined for what is no work. */
export function challengeOfWork(work: string): string | undefined {
  const end = work.lastIndexOf('.');
  return /^\d{1,15}$/.test(work.slice(end + 1)) ? work.slice(0, Math.max(0, end)) : undefined;
}

export function leadingZeroBits(hash: Uint8Array): number {
  const at = hash.findIndex((byte) => byte !== 0);
  return at === -1 ? hash.length * 8 : at * 8 + Math.clz32(hash[at] ?? 0) - 24;
}
