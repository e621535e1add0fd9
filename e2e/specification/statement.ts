/**
 * A sentence of the product's specification about behavior in the browser. `satisfiedBy` lists the tests that would fail without it,
 * as `file › title`; `differs` gives the reason for a difference (law, safety, accessibility, a vendor's limit).
 */
export type SpecStatement = { readonly says: string } & (
  | { readonly satisfiedBy: readonly string[] }
  | { readonly differs: string }
);

export function satisfied(says: string, ...tests: readonly string[]): SpecStatement {
  return { says, satisfiedBy: tests };
}

export function differs(says: string, reason: string): SpecStatement {
  return { says, differs: reason };
}

/** Splits `file › title`; the title is the test's own, as its run prints it. */
export function splitReference(reference: string): readonly [file: string, title: string] {
  const at = reference.indexOf(' › ');
  return at === -1 ? [reference, ''] : [reference.slice(0, at), reference.slice(at + 3)];
}
