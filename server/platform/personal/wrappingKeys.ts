/** A key of the operator's that wraps data keys (a key-encryption key). The database never has it. */
export type WrappingKey = {
  /** Stands beside what it has wrapped. */
  readonly id: string;
  readonly key: Uint8Array;
};

const FORM = /^([a-z0-9][a-z0-9-]{0,31}):([0-9a-fA-F]{64})$/;

/** `ID:KEY` with commas between, the newest first, each key 32 bytes in hexadecimal. Throws a TypeError that repeats no key. */
export function readWrappingKeys(text: string): readonly [WrappingKey, ...WrappingKey[]] {
  const keys = text.split(',').map((part) => wrappingKey(part.trim()));
  const ids = new Set(keys.map(({ id }) => id));
  if (ids.size < keys.length) throw new TypeError('names one id twice');
  return keys as [WrappingKey, ...WrappingKey[]];
}

function wrappingKey(text: string): WrappingKey {
  const [, id, key] = FORM.exec(text) ?? [];
  if (id === undefined || key === undefined)
    throw new TypeError('must be ID:KEY with commas between, the newest first; make a KEY with: openssl rand -hex 32');
  return { id, key: Buffer.from(key, 'hex') };
}
