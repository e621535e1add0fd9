import { createLog } from '../../platform/log/log.ts';
import { deriveKeys } from '../../platform/secrets.ts';
import { absentSigner } from '../../providers/chain/absentSigner.ts';
import type { OrderMachine } from './machine/applyEvent.ts';

/** An order machine that drops its jobs: the test runs the next step itself. */
export const silentOrderMachine: OrderMachine = {
  jobs: { send: async () => undefined },
  keys: deriveKeys(Buffer.alloc(32)),
};

/** For a worker that makes no payouts. */
export const noPayouts = { chains: new Map(), signer: absentSigner, keys: deriveKeys(Buffer.alloc(32)) };

/** For a worker that sends no email. */
export const noMails = {
  mailTranslations: (): never => {
    throw new Error('this worker sends no email');
  },
  operatorName: '',
  publicUrl: '',
};

/** No-op reporting, for tests that check the results instead. */
export const silentStepContext = {
  machine: silentOrderMachine,
  log: createLog('silent'),
  metrics: { countStep: () => undefined },
};
