import type { EmbedFacts, Finding } from './embedFacts.ts';
import { pageChecks } from './pageChecks.ts';
import { rowChecks } from './rowChecks.ts';

/** One thing that may be wrong; undefined where it is not, or cannot be judged from the facts. */
export type EmbedCheck = {
  readonly id: string;
  find(facts: EmbedFacts): Omit<Finding, 'id'> | undefined;
};

/** What stands in the operator's rows first, then what the page itself says. */
export const embedChecks: readonly EmbedCheck[] = [...rowChecks, ...pageChecks];

/** Everything that is wrong with a partner's page, in the order in which it is best mended. No I/O, no clock. */
export function diagnose(facts: EmbedFacts): readonly Finding[] {
  return embedChecks.flatMap((check) => {
    const found = check.find(facts);
    return found ? [{ id: check.id, ...found }] : [];
  });
}
