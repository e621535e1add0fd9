import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest test files, slowest first, so that none of them is left to a single worker at the end. */
const SLOWEST_FILES = [
  'e2e/profiles.test.ts',
  'server/signer/tamperedWithdrawals.test.ts',
  'server/model/model.test.ts',
  'tools/bundle/bundleServer.test.ts',
  'server/app/loadedModules.test.ts',
  'server/signer/tampering.test.ts',
  'sandbox/chains/chains.test.ts',
  'server/signer/tamperedReleases.test.ts',
  'server/console/order/orderActions.test.ts',
  'server/providers/bank/iso20022/readInWorkerThread.test.ts',
  'server/bench/plans.test.ts',
  'server/main.test.ts',
  'server/app/api/fuzz.test.ts',
  'server/reconciliation/actions/everyBooking.test.ts',
  'sandbox/main.test.ts',
  'tools/new/createVendorFiles.test.ts',
  'server/operator/persons/forgery.test.ts',
  'server/operator/persons/onePerson.test.ts',
  'server/providers/venue/ccxt/ccxt.test.ts',
  'server/purchase/refund/attack.test.ts',
  'server/reconciliation/actions/bookDifference.test.ts',
  'sandbox/chains/evm/contractCode.test.ts',
  'server/account/actions/buyerActions.test.ts',
  'server/console/roles.test.ts',
  'server/providers/chain/bitcoin/bitcoin.test.ts',
  'server/console/attempts.test.ts',
];

/**
 * Sorts the slowest files first and the others by project. With `--sequence.shuffle.files`, sorts by project and by hashes with
 * the seed instead, to find files that depend on others. Files of one project are consecutive, since a file of another project
 * between them would end the process that they share.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { sequence, root } = this.ctx.config;
    const projects = this.ctx.projects.map(({ name }) => name);
    const projectRank = ({ project }: TestSpecification) => projects.indexOf(project.name);
    if (isShuffled(sequence.shuffle)) {
      const hash = ({ moduleId }: TestSpecification) =>
        createHash('sha256')
          .update(`${sequence.seed} ${relative(root, moduleId)}`)
          .digest('hex');
      return files.toSorted(
        (one, other) => projectRank(one) - projectRank(other) || hash(one).localeCompare(hash(other)),
      );
    }
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own, which gives another list
    const rest = await super.sort(files);
    const rank = (file: TestSpecification) => {
      const place = SLOWEST_FILES.indexOf(relative(root, file.moduleId));
      return place >= 0 ? place : SLOWEST_FILES.length + projectRank(file);
    };
    return rest.toSorted((one, other) => rank(one) - rank(other));
  }
}

function isShuffled(shuffle: boolean | { readonly files?: boolean } | undefined): boolean {
  return typeof shuffle === 'object' ? shuffle.files === true : shuffle === true;
}
