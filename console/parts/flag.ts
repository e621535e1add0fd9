/** An attribute that is there or is not: `data-at`. */
export function flag(on: boolean | undefined): '' | undefined {
  return on ? '' : undefined;
}
