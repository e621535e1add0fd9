/**
 * A sentence of the product's specification about what is seen and done in the browser. `kept`: the tests that would fail
 * without it, as `file › title`. `differs`: why we build it another way (law, safety, accessibility, a vendor's limit).
 */
export type Statement = { readonly says: string } & (
  | { readonly kept: readonly string[] }
  | { readonly differs: string }
);

export function kept(says: string, ...tests: readonly string[]): Statement {
  return { says, kept: tests };
}

export function differs(says: string, reason: string): Statement {
  return { says, differs: reason };
}
