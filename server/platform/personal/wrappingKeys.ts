/** An operator's key that wraps data keys (a key-encryption key). The database never contains it. */
export type WrappingKey = {
  /** Stored with each data key that it wrapped. */
  readonly id: string;
  readonly key: Uint8Array;
};

const WRAPPING_KEY_PATTERN = /^([a-z0-9][a-z0-9-]{0,31}):([0-9a-fA-F]{64})$/;

/** Parses comma-separated `ID:KEY`, newest first, each key 32 bytes in hexadecimal. Throws a TypeError that contains no key. */
export function readWrappingKeys(text: string): readonly [WrappingKey, ...WrappingKey[]] {
  const keys = text.split(',').map((part) => parseWrappingKey(part.trim()));
  const ids = new Set(keys.map(({ id }) => id));
  if (ids.size < keys.length) throw new TypeError('names one id twice');
  return keys as [WrappingKey, ...WrappingKey[]];
}

function parseWrappingKey(text: string): WrappingKey {
  const [, id, key] = WRAPPING_KEY_PATTERN.exec(text) ?? [];
  if (id === undefined || key === undefined)
    throw new TypeError('must be ID:KEY with commas between, the newest first; make a KEY with: openssl rand -hex 32');
  return { id, key: Buffer.from(key, 'hex') };
}
