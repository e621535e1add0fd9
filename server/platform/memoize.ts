/** Longer texts are not cached: they are rare and would fill the memory. */
const LONGEST_TEXT = 200;
const MAX_TEXTS = 10_000;

/** Memoizes a function of an immutable object for the object's lifetime. */
export function memoizeByObject<Key extends object, Value>(compute: (object: Key) => Value): (object: Key) => Value {
  const values = new WeakMap<Key, Value>();
  return (object) => {
    const memoized = values.get(object);
    if (memoized !== undefined || values.has(object)) return memoized as Value;
    const value = compute(object);
    values.set(object, value);
    return value;
  };
}

/**
 * Memoizes a pure function of a text with few frequent values, such as a client's address or a browser's languages. The cache
 * is cleared when it has `maxEntries` entries, so that clients cannot fill the memory.
 */
export function memoizeByText<Value>(
  compute: (text: string) => Value,
  maxEntries = MAX_TEXTS,
): (text: string) => Value {
  const values = new Map<string, Value>();
  return (text) => {
    const memoized = values.get(text);
    if (memoized !== undefined || values.has(text)) return memoized as Value;
    const value = compute(text);
    if (text.length > LONGEST_TEXT) return value;
    if (values.size >= maxEntries) values.clear();
    values.set(text, value);
    return value;
  };
}
