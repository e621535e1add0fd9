import { createLog } from '../../platform/log/log.ts';
import { deriveKeys } from '../../platform/secrets.ts';
import { absentSigner } from '../../providers/chain/absentSigner.ts';
import type { OrderMachine } from './applyEvent.ts';

/** A queue that keeps nothing: a test does the next step itself. */
export const quietMachine: OrderMachine = {
  jobs: { send: async () => undefined },
  keys: deriveKeys(Buffer.alloc(32)),
};

/** For a worker that pays nothing out. */
export const noPayouts = { chains: new Map(), signer: absentSigner, keys: deriveKeys(Buffer.alloc(32)) };

/** For a worker that writes to no buyer. */
export const noLetters = {
  mailWords: (): never => {
    throw new Error('a letter was written');
  },
  operatorName: '',
  publicUrl: '',
};

/** What steps report to, for tests that look at what they did instead. */
export const quietSteps = {
  machine: quietMachine,
  log: createLog('silent'),
  metrics: { countStep: () => undefined },
};
