/** A test by its file and its title as written there; for a table of tests the title with its placeholders. */
export type EvidenceTest = { readonly file: string; readonly title: string };

/**
 * How a requirement is met. `held`: a test would fail if it were not met, or, for a requirement about documentation, the
 * section exists. `operator`: the operator is responsible. `inapplicable`: the requirement applies to nothing in the product.
 * `open`: not met.
 */
export type Verdict =
  | {
      readonly kind: 'held';
      readonly how: string;
      readonly tests: readonly EvidenceTest[];
      readonly documents: readonly string[];
    }
  | { readonly kind: 'operator'; readonly why: string; readonly document: string }
  | { readonly kind: 'inapplicable'; readonly why: string }
  | { readonly kind: 'open'; readonly missing: string };

/** Verdicts by the requirement's id, `V1.2.4`. */
export type Verdicts = Readonly<Record<string, Verdict>>;

/**
 * Returns a `held` verdict. Evidence is a test (`file › title`), a document (`docs/egress.md`) or a section of one
 * (`docs/security.md#assets`).
 */
export function held(how: string, ...evidence: readonly string[]): Verdict {
  const tests = evidence.flatMap((one) => {
    const [file = '', title] = one.split(' › ');
    return title === undefined ? [] : [{ file, title }];
  });
  return { kind: 'held', how, tests, documents: evidence.filter((one) => !one.includes(' › ')) };
}

export function operator(why: string, document: string): Verdict {
  return { kind: 'operator', why, document };
}

export function inapplicable(why: string): Verdict {
  return { kind: 'inapplicable', why };
}

export function open(missing: string): Verdict {
  return { kind: 'open', missing };
}
