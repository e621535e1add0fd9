import type { Log } from '../../platform/log/log.ts';
import { type FollowedRecord, LeadLostError } from '../record/takeOver.ts';
import type { LeaseHolder } from './leaseStore.ts';

export type SignerLeadContext = {
  readonly self: LeaseHolder;
  /** How long the lease lasts without a renewal. */
  readonly leaseMs: number;
  readonly lease: {
    /** Returns true while any signer holds the lease. */
    isHeld(): Promise<boolean>;
    take(): Promise<boolean>;
    renew(): Promise<boolean>;
    end(): Promise<void>;
  };
  /**
   * The records of forms and releases. Both are taken over before anything is signed, since decisions about either depend on
   * both.
   */
  readonly records: readonly FollowedRecord[];
  /** Returns the faults of this machine. A signer whose machine has none takes over first. */
  readonly faults: () => readonly string[];
  /** Runs before the take-over, to read what the former signer knew. */
  readonly prepare: () => Promise<void>;
  /** Runs after the take-over, before anything is signed. */
  readonly onActive: () => Promise<void>;
  readonly onPassive: () => void;
  readonly log: Log;
  /** Returns the time of the machine's clock. */
  readonly now: () => Date;
  /** A monotonic clock in milliseconds. */
  readonly elapsedMs?: () => number;
};

export type SignerLead = {
  /**
   * Returns true if this signer may sign, as far as it knows: it took over, renewed its lease in time and has not resigned. It
   * must append each form to the record before the form leaves; that fails once another signer has taken over.
   */
  isActive(): boolean;
  /** Renews the lease, or follows the other signer and takes over when its lease has lapsed. Call it every second. */
  round(): Promise<void>;
  /** Lets another signer take over at once. This one signs no more. */
  resign(): Promise<void>;
};

/** The lease is renewed this many times before it would lapse. */
const RENEWALS = 5;

export function createSignerLead(context: SignerLeadContext): SignerLead {
  const { self, leaseMs, lease, records, faults, prepare, onActive, onPassive, log, now } = context;
  const elapsedMs = context.elapsedMs ?? (() => performance.now());
  let isLeading = false;
  let hasResigned = false;
  let renewedAt = -Infinity;
  let followed = '';
  let lapsedAt: number | undefined;

  const hasLead = () => records.every((record) => record.lead()?.instance === self.instance);

  function becomePassive(why: string): void {
    if (!isLeading) return;
    isLeading = false;
    onPassive();
    log.warn({ why }, 'the signer is passive: another one has taken over');
  }

  async function renew(): Promise<void> {
    if (!hasLead()) return becomePassive('the record has a later take-over');
    const began = elapsedMs();
    if (began - renewedAt < leaseMs / RENEWALS) return;
    if (await lease.renew()) renewedAt = began;
    else becomePassive('the lease has another holder');
  }

  /** Returns true while this signer waits so that one whose machine has no fault can take over first. */
  async function givesPrecedence(): Promise<boolean> {
    const former = records[0]?.lead()?.signer ?? self.signer;
    if (faults().length === 0 || former === self.signer) return false;
    if (await lease.isHeld()) {
      lapsedAt = undefined;
      return true;
    }
    lapsedAt ??= elapsedMs();
    return elapsedMs() - lapsedAt < leaseMs;
  }

  async function follow(): Promise<void> {
    for (const record of records) await record.follow();
    if (await givesPrecedence()) return;
    const began = elapsedMs();
    if (!(await lease.take())) {
      const leader = records[0]?.lead()?.signer ?? '';
      if (leader !== followed) log.info({ signer: leader }, 'the signer is passive: it follows another one');
      followed = leader;
      return;
    }
    try {
      await takeOver();
      renewedAt = began;
      isLeading = true;
      followed = '';
      log.info({ epoch: records[0]?.lead()?.epoch }, 'the signer is active');
    } catch (error) {
      await lease.end().catch(() => undefined);
      if (!(error instanceof LeadLostError)) throw error;
    }
  }

  async function takeOver(): Promise<void> {
    await prepare();
    for (const record of records) await record.takeOver(self, now());
    await onActive();
  }

  return {
    isActive: () => isLeading && !hasResigned && hasLead() && elapsedMs() - renewedAt < leaseMs,
    async round() {
      if (hasResigned) return;
      await (isLeading ? renew() : follow());
    },
    async resign() {
      hasResigned = true;
      if (isLeading) await lease.end();
    },
  };
}
