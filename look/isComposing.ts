/** The key code of keys that an input method handles (https://www.w3.org/TR/uievents/#determine-keydown-keyup-keyCode). */
const INPUT_METHOD_KEY = 229;

/**
 * Returns true for a key of an input method: Enter accepts the composed text, and Escape discards it. Safari sends the key
 * that accepts the text after the composition has ended.
 */
export function isComposing(event: { readonly isComposing: boolean; readonly keyCode: number }): boolean {
  return event.isComposing || event.keyCode === INPUT_METHOD_KEY;
}
