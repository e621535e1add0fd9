import { createLog } from '../../platform/log/log.ts';
import type { OrderMachine } from './applyEvent.ts';

/** A queue that keeps nothing: a test does the next step itself. */
export const quietMachine: OrderMachine = { jobs: { send: async () => undefined } };

/** What steps report to, for tests that look at what they did instead. */
export const quietSteps = {
  machine: quietMachine,
  log: createLog('silent'),
  metrics: { countStep: () => undefined },
};
