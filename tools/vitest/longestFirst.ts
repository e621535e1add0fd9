import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest begins first, the longest at the top, so that no worker is left with it at the end. */
const LONGEST = [
  'server/app/model/model.test.ts',
  'e2e/profiles.test.ts',
  'sandbox/chains/chains.test.ts',
  'server/app/fuzz.test.ts',
  'server/purchase/refund/bankStatements.test.ts',
  'sandbox/main.test.ts',
  'server/main.test.ts',
  'server/providers/venue/ccxt/ccxt.test.ts',
  'tools/postgres/embeddedPostgres.test.ts',
];

/** Those with a process of their own come last: one between two others would end the process that these share. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, which gives another list
    const rest = await super.sort(files);
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = LONGEST.indexOf(relative(this.ctx.config.root, moduleId));
      if (place >= 0) return place;
      return project.config.isolate ? LONGEST.length + 1 : LONGEST.length;
    };
    return rest.toSorted((one, other) => rank(one) - rank(other));
  }
}
