/** Returns the value of a boolean attribute such as `data-at`. */
export function toBooleanAttribute(on: boolean | undefined): '' | undefined {
  return on ? '' : undefined;
}
