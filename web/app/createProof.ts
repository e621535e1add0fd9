const PROOF_BYTES = 32;

/** Returns random bytes in base64url. Unlike `crypto.randomUUID` it works over HTTP, as in a local sandbox. */
export function createProof(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(PROOF_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}
