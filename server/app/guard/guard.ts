import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfiguredVendor, CredentialCheck, Family } from '../../providers/vendor.ts';
import { findMixedEnvironments } from './findMixedEnvironments.ts';

/**
 * The verified state of a vendor. `waiting`: it has not answered yet. `busy`: nor has it, because its call limit is used up.
 */
export type VendorState = {
  readonly id: string;
  readonly family: Family;
  readonly state: 'passed' | 'waiting' | 'busy' | 'refused';
  readonly detail: string;
};

/** Verifies that every credential opens the account that is expected, at the start and until each vendor has answered. */
export type Guard = {
  states(): readonly VendorState[];
  /** Returns the current faults, one line each. */
  faults(): readonly string[];
  /** Returns true once payouts on a network may be signed and sent. */
  mayPayOut(networkId: string): boolean;
  /** Asks every vendor that has not answered, and periodically every node again. Returns the new faults, one line each. */
  ask(): Promise<readonly string[]>;
};

/** Families that money passes through: while one of them may not be what is expected, no coins leave. */
const MONEY: ReadonlySet<Family> = new Set(['card', 'bank', 'identity', 'venue']);
const ANSWER_TIMEOUT_MS = 8_000;
/** The address of a node may lead to another node later. */
const NODE_EVERY_MS = 60_000;

export function createGuard(on: readonly ConfiguredVendor[], patienceMs: number = ANSWER_TIMEOUT_MS): Guard {
  const answers = new Map<string, CredentialCheck>();
  const askedAt = new Map<string, number>();
  let reportedLines = new Set<string>();

  const keyOf = ({ family, id }: ConfiguredVendor) => `${family} ${id}`;
  const answerOf = (vendor: ConfiguredVendor) => answers.get(keyOf(vendor));

  /** Returns the environment that the vendor reported, or else the configured one. */
  function environmentOf(vendor: ConfiguredVendor) {
    const answer = answerOf(vendor);
    return answer?.kind === 'ok' && answer.value !== 'unknown' ? answer.value : vendor.environment;
  }

  function faultOf(vendor: ConfiguredVendor): string | undefined {
    const answer = answerOf(vendor);
    if (answer?.kind === 'refused') return answer.reason;
    if (vendor.environment === 'unknown' || environmentOf(vendor) === vendor.environment) return undefined;
    return `it says that it is ${environmentOf(vendor)}, and is taken for ${vendor.environment}`;
  }

  function stateOf(vendor: ConfiguredVendor): VendorState {
    const { id, family, ask } = vendor;
    const fault = faultOf(vendor);
    const answer = answerOf(vendor);
    if (fault !== undefined) return { id, family, state: 'refused', detail: fault };
    if (!ask || answer?.kind === 'ok') return { id, family, state: 'passed', detail: '' };
    const state = isBusy(answer) ? 'busy' : 'waiting';
    return { id, family, state, detail: answer && 'detail' in answer ? (answer.detail ?? '') : '' };
  }

  async function askOne(vendor: ConfiguredVendor): Promise<void> {
    const before = answerOf(vendor);
    const now = performance.now();
    const rests = vendor.family !== 'chain' || now - (askedAt.get(keyOf(vendor)) ?? 0) < NODE_EVERY_MS;
    if (!vendor.ask || (before?.kind === 'ok' && rests)) return;
    // Refused calls count against the limit too.
    if (isBusy(before) && now - (askedAt.get(keyOf(vendor)) ?? 0) < before.retryAfterMs) return;
    askedAt.set(keyOf(vendor), now);
    const answer = await askWithTimeout(vendor.ask, patienceMs);
    // A node that is temporarily unreachable keeps its verified state.
    if (before?.kind === 'ok' && answer.kind !== 'ok' && answer.kind !== 'refused') return;
    answers.set(keyOf(vendor), answer);
  }

  const mixed = () => findMixedEnvironments(on.map((vendor) => ({ ...vendor, environment: environmentOf(vendor) })));

  function faults(): string[] {
    const refused = on.flatMap((vendor) => {
      const fault = faultOf(vendor);
      return fault === undefined
        ? []
        : [`${vendor.family === 'chain' ? `network ${vendor.id}` : vendor.label}: ${fault}`];
    });
    return [...refused, ...mixed()];
  }

  return {
    states: () => on.map(stateOf),
    faults,
    mayPayOut(networkId) {
      if (faults().length > 0) return false;
      const concerned = on.filter(({ family, id }) => MONEY.has(family) || (family === 'chain' && id === networkId));
      return (
        concerned.some(({ family }) => family === 'chain') &&
        concerned.every((vendor) => stateOf(vendor).state === 'passed')
      );
    },
    async ask() {
      await Promise.all(on.map(askOne));
      const now = faults();
      const fresh = now.filter((line) => !reportedLines.has(line));
      reportedLines = new Set(now);
      return fresh;
    },
  };
}

function isBusy(answer: CredentialCheck | undefined): answer is Extract<CredentialCheck, { kind: 'unavailable' }> {
  return answer?.kind === 'unavailable' && answer.cause === 'budget';
}

/** Returns a vendor's answer; one that hangs or throws has not answered. */
async function askWithTimeout(ask: () => Promise<CredentialCheck>, patienceMs: number): Promise<CredentialCheck> {
  const giveUp = new AbortController();
  const late = sleep(patienceMs, undefined, { signal: giveUp.signal }).then(
    (): CredentialCheck => ({
      kind: 'unavailable',
      retryAfterMs: 0,
      detail: `no answer within ${patienceMs / 1000} s`,
    }),
    (): CredentialCheck => ({ kind: 'unavailable', retryAfterMs: 0, detail: '' }),
  );
  const answer = ask().catch(
    (error: unknown): CredentialCheck => ({
      kind: 'unavailable',
      retryAfterMs: 0,
      detail: error instanceof Error ? error.message : String(error),
    }),
  );
  try {
    return await Promise.race([answer, late]);
  } finally {
    giveUp.abort();
  }
}
