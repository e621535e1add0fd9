import { setTimeout as sleep } from 'node:timers/promises';
import type { Asked, ConfiguredVendor, Family } from '../../providers/vendor.ts';
import { mixedWorlds } from './mixedWorlds.ts';

/** What is known of one vendor. `waiting`: it has not answered yet. */
export type VendorState = {
  readonly id: string;
  readonly family: Family;
  readonly state: 'passed' | 'waiting' | 'refused';
  readonly detail: string;
};

/** Whether every credential opens what it is believed to open. Asked at the start, and until each vendor has answered. */
export type Guard = {
  states(): readonly VendorState[];
  /** What is refused now, one line each. */
  faults(): readonly string[];
  /** Nothing is signed or sent on a network before this. */
  mayPayOut(networkId: string): boolean;
  /** Asks every vendor that has not answered, and now and then every node again. Gives what is refused now and was not before, one line each. */
  ask(): Promise<readonly string[]>;
};

/** Money goes through these: while one of them may be another than is believed, no coins leave. */
const MONEY: ReadonlySet<Family> = new Set(['card', 'bank', 'identity', 'venue']);
const PATIENCE_MS = 8_000;
/** Behind the address of a node there may be another one by now. */
const NODE_EVERY_MS = 60_000;

export function createGuard(on: readonly ConfiguredVendor[], patienceMs: number = PATIENCE_MS): Guard {
  const answers = new Map<string, Asked>();
  const askedAt = new Map<string, number>();
  let told = new Set<string>();

  const keyOf = ({ family, id }: ConfiguredVendor) => `${family} ${id}`;
  const answerOf = (vendor: ConfiguredVendor) => answers.get(keyOf(vendor));

  /** As the vendor said itself, where it has. */
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
    return { id, family, state: 'waiting', detail: answer && 'detail' in answer ? (answer.detail ?? '') : '' };
  }

  async function askOne(vendor: ConfiguredVendor): Promise<void> {
    const before = answerOf(vendor);
    const now = performance.now();
    const rests = vendor.family !== 'chain' || now - (askedAt.get(keyOf(vendor)) ?? 0) < NODE_EVERY_MS;
    if (!vendor.ask || (before?.kind === 'ok' && rests)) return;
    askedAt.set(keyOf(vendor), now);
    const answer = await patiently(vendor.ask, patienceMs);
    // A node that is away for a while is still the one that it was.
    if (before?.kind === 'ok' && answer.kind !== 'ok' && answer.kind !== 'refused') return;
    answers.set(keyOf(vendor), answer);
  }

  const mixed = () => mixedWorlds(on.map((vendor) => ({ ...vendor, environment: environmentOf(vendor) })));

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
      const fresh = now.filter((line) => !told.has(line));
      told = new Set(now);
      return fresh;
    },
  };
}

/** A vendor that hangs or fails in a way of its own has not answered. */
async function patiently(ask: () => Promise<Asked>, patienceMs: number): Promise<Asked> {
  const giveUp = new AbortController();
  const late = sleep(patienceMs, undefined, { signal: giveUp.signal }).then(
    (): Asked => ({ kind: 'unavailable', retryAfterMs: 0, detail: `no answer within ${patienceMs / 1000} s` }),
    (): Asked => ({ kind: 'unavailable', retryAfterMs: 0, detail: '' }),
  );
  const answer = ask().catch(
    (error: unknown): Asked => ({
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
