/**
 * A sentence of the product's specification. `satisfiedBy` lists the tests that fail if the product violates it, as
 * `file › title`. `differs` gives the reason why the product deliberately violates it (law, safety, accessibility, a vendor).
 */
export type SpecStatement = { readonly text: string } & (
  | { readonly satisfiedBy: readonly string[] }
  | { readonly differs: string }
);

export function satisfied(text: string, ...tests: readonly string[]): SpecStatement {
  return { text, satisfiedBy: tests };
}

export function differs(text: string, reason: string): SpecStatement {
  return { text, differs: reason };
}

/** Splits `file › title`. The title is that of the test itself, without its groups. */
export function splitReference(reference: string): readonly [file: string, title: string] {
  const at = reference.indexOf(' › ');
  return at === -1 ? [reference, ''] : [reference.slice(0, at), reference.slice(at + 3)];
}
