/** Covers nearly all frequent texts; longer ones would fill the memory. */
const LONGEST_TEXT = 200;
const MAX_TEXTS = 10_000;

/** Memoizes a function of an immutable object for the object's lifetime. */
export function memoizeByObject<Of extends object, Value>(answer: (of: Of) => Value): (of: Of) => Value {
  const answers = new WeakMap<Of, Value>();
  return (of) => {
    const known = answers.get(of);
    if (known !== undefined || answers.has(of)) return known as Value;
    const value = answer(of);
    answers.set(of, value);
    return value;
  };
}

/**
 * Memoizes a pure function of a text, such as a client's address or a browser's languages, of which few recur often. At
 * `most` entries it forgets all, so that clients cannot fill the memory.
 */
export function memoizeByText<Value>(answer: (text: string) => Value, most = MAX_TEXTS): (text: string) => Value {
  const answers = new Map<string, Value>();
  return (text) => {
    const known = answers.get(text);
    if (known !== undefined || answers.has(text)) return known as Value;
    const value = answer(text);
    if (text.length > LONGEST_TEXT) return value;
    if (answers.size >= most) answers.clear();
    answers.set(text, value);
    return value;
  };
}
