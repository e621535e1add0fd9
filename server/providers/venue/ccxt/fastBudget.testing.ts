import { setTimeout as sleep } from 'node:timers/promises';
import type { BudgetClock } from '../../callBudget.ts';

const FASTER = 200;

/** A clock that refills budgets two hundred times as fast, for tests of other behavior. */
export const fastBudgetClock: BudgetClock = {
  nowMs: () => performance.now() * FASTER,
  sleep: (ms) => sleep(Math.ceil(ms / FASTER)),
};
