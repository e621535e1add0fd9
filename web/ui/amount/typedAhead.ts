/** Input in the prerendered field before the app loaded. */
export type TypedAhead = { readonly text: string; readonly focused: boolean };

let typed: TypedAhead | null = null;

/** Records the input before the app renders. */
export function recordTypedAhead(field: HTMLInputElement | null): void {
  typed = field && { text: field.value, focused: document.activeElement === field };
}

/** Returns the input to the field that replaces the prerendered one; null for all later fields. */
export function takeTypedAhead(): TypedAhead | null {
  const taken = typed;
  typed = null;
  return taken;
}
