/** About as long as anything that is asked often; what is longer would fill the memory. */
const LONGEST_TEXT = 200;
const MOST_TEXTS = 10_000;

/** A function of an object that stays as it is; its answer is remembered for as long as the object lasts. */
export function rememberingOf<Of extends object, Value>(answer: (of: Of) => Value): (of: Of) => Value {
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
 * A function of a text alone, which remembers what it has answered: of clients' addresses and the languages of browsers the same
 * few come again and again. When it remembers `most` of them it forgets all, so that nobody can fill the memory.
 */
export function remembering<Value>(answer: (text: string) => Value, most = MOST_TEXTS): (text: string) => Value {
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
