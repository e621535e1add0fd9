import type { RestrictedJobs } from '../../platform/jobs/bossQueue.ts';
import type { EffectName } from '../order/machine/transitions.ts';

/** Steps that need a signature have a separate queue: a worker whose signer is passive leaves them to other workers. */
export const payoutJobs: RestrictedJobs = {
  queue: 'payouts',
  effects: new Set<EffectName>(['send_payout', 'sync_payout', 'bump_payout']),
};
