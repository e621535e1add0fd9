/** What was done to the field that stands in the document before the app has come. */
export type TypedAhead = { readonly text: string; readonly focused: boolean };

let typed: TypedAhead | null = null;

/** Notes it, before the app draws. */
export function noteTyped(field: HTMLInputElement | null): void {
  typed = field && { text: field.value, focused: document.activeElement === field };
}

/** For the field that takes the drawn one's place; null for every later one. */
export function takeTyped(): TypedAhead | null {
  const taken = typed;
  typed = null;
  return taken;
}
