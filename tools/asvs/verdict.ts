/** A test by its file and its title, as the title stands in the file; of a table of tests the title with its placeholders. */
export type Shown = { readonly file: string; readonly title: string };

/**
 * How a requirement is met. `held`: a test would fail if it were not, or, of a requirement about documentation, the section is
 * there. `operator`: whoever runs Slipway sees to it. `inapplicable`: there is nothing that it could be about. `open`: not met.
 */
export type Verdict =
  | {
      readonly kind: 'held';
      readonly how: string;
      readonly tests: readonly Shown[];
      readonly documents: readonly string[];
    }
  | { readonly kind: 'operator'; readonly why: string; readonly document: string }
  | { readonly kind: 'inapplicable'; readonly why: string }
  | { readonly kind: 'open'; readonly missing: string };

/** By the requirement's id, `V1.2.4`. */
export type Verdicts = Readonly<Record<string, Verdict>>;

/** `server/app/fuzz.test.ts › that was enough` for a test, `docs/security.md#sessions` for a section. */
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
