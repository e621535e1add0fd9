import { setTimeout as sleep } from 'node:timers/promises';
import type { ConfiguredVendor, CredentialCheck, Family } from '../../providers/vendor.ts';
import { findMixedEnvironments } from './findMixedEnvironments.ts';

/**
 * The verified state of a vendor; one whose credentials cannot be checked has `passed`. `waiting`: it has not answered yet.
 * `busy`: it cannot answer, because its call limit is used up.
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
  /** Checks every vendor that is not verified yet, and periodically every node again. Returns the new faults, one line each. */
  checkAll(): Promise<readonly string[]>;
};

/** No coins leave until every enabled vendor of these families is verified. */
const VERIFIED_BEFORE_PAYOUT: ReadonlySet<Family> = new Set(['card', 'bank', 'identity', 'venue']);
const ANSWER_TIMEOUT_MS = 8_000;
/** How often a verified node is checked again: its address may lead to another node later. */
const NODE_EVERY_MS = 60_000;

export function createGuard(on: readonly ConfiguredVendor[], patienceMs: number = ANSWER_TIMEOUT_MS): Guard {
  const answers = new Map<string, CredentialCheck>();
  const checkedAt = new Map<string, number>();
  let reportedLines = new Set<string>();

  const buildKey = ({ family, id }: ConfiguredVendor) => `${family} ${id}`;
  const getAnswer = (vendor: ConfiguredVendor) => answers.get(buildKey(vendor));

  /** Returns the environment that the vendor reported, or else the configured one. */
  function getEnvironment(vendor: ConfiguredVendor) {
    const answer = getAnswer(vendor);
    return answer?.kind === 'ok' && answer.value !== 'unknown' ? answer.value : vendor.environment;
  }

  function findFault(vendor: ConfiguredVendor): string | undefined {
    const answer = getAnswer(vendor);
    if (answer?.kind === 'refused') return answer.reason;
    if (vendor.environment === 'unknown' || getEnvironment(vendor) === vendor.environment) return undefined;
    return `its key is for ${getEnvironment(vendor)}, but it is configured as ${vendor.environment}`;
  }

  function deriveState(vendor: ConfiguredVendor): VendorState {
    const { id, family, checkCredentials } = vendor;
    const fault = findFault(vendor);
    const answer = getAnswer(vendor);
    if (fault !== undefined) return { id, family, state: 'refused', detail: fault };
    if (!checkCredentials || answer?.kind === 'ok') return { id, family, state: 'passed', detail: '' };
    const state = isBusy(answer) ? 'busy' : 'waiting';
    return { id, family, state, detail: answer && 'detail' in answer ? (answer.detail ?? '') : '' };
  }

  async function checkVendor(vendor: ConfiguredVendor): Promise<void> {
    const before = getAnswer(vendor);
    const now = performance.now();
    const isUnchanged = vendor.family !== 'chain' || now - (checkedAt.get(buildKey(vendor)) ?? 0) < NODE_EVERY_MS;
    if (!vendor.checkCredentials || (before?.kind === 'ok' && isUnchanged)) return;
    // Refused calls count against the limit too.
    if (isBusy(before) && now - (checkedAt.get(buildKey(vendor)) ?? 0) < before.retryAfterMs) return;
    checkedAt.set(buildKey(vendor), now);
    const answer = await checkWithTimeout(vendor.checkCredentials, patienceMs);
    // A node that is temporarily unreachable keeps its verified state.
    if (before?.kind === 'ok' && answer.kind !== 'ok' && answer.kind !== 'refused') return;
    answers.set(buildKey(vendor), answer);
  }

  const mixed = () => findMixedEnvironments(on.map((vendor) => ({ ...vendor, environment: getEnvironment(vendor) })));

  function faults(): string[] {
    const refused = on.flatMap((vendor) => {
      const fault = findFault(vendor);
      return fault === undefined
        ? []
        : [`${vendor.family === 'chain' ? `network ${vendor.id}` : vendor.label}: ${fault}`];
    });
    return [...refused, ...mixed()];
  }

  return {
    states: () => on.map(deriveState),
    faults,
    mayPayOut(networkId) {
      if (faults().length > 0) return false;
      const concerned = on.filter(
        ({ family, id }) => VERIFIED_BEFORE_PAYOUT.has(family) || (family === 'chain' && id === networkId),
      );
      return (
        concerned.some(({ family }) => family === 'chain') &&
        concerned.every((vendor) => deriveState(vendor).state === 'passed')
      );
    },
    async checkAll() {
      await Promise.all(on.map(checkVendor));
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

/** Returns a vendor's answer; `unavailable` if the check takes too long or throws. */
async function checkWithTimeout(check: () => Promise<CredentialCheck>, patienceMs: number): Promise<CredentialCheck> {
  const giveUp = new AbortController();
  const late = sleep(patienceMs, undefined, { signal: giveUp.signal }).then(
    (): CredentialCheck => ({
      kind: 'unavailable',
      retryAfterMs: 0,
      detail: `no answer within ${patienceMs / 1000} s`,
    }),
    (): CredentialCheck => ({ kind: 'unavailable', retryAfterMs: 0, detail: '' }),
  );
  const answer = check().catch(
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
