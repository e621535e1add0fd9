import { Webhook } from 'standardwebhooks';
import { openReceiver, type Posted, type Receiver, type ReceiverAnswer } from '../platform/webhook/receiver.testing.ts';
import { parsePostedEvent } from './partnerWorld.testing.ts';

export type CheckingReceiver = Receiver & {
  /** Secrets by each partner's URL path. */
  readonly secrets: Map<string, string>;
  /** All faults found: a wrong signature or id, an invented event, an event out of order. */
  readonly faults: string[];
  /** Returns the number of distinct accepted events. */
  countTaken(): number;
  /** Orders with real events; an event of any other order is invented. */
  readonly lanes: Set<string>;
};

/** Failures per thousand posts, by kind. */
const FAILURE_RATES: readonly (readonly [perMille: number, answer: ReceiverAnswer | 'hang up'])[] = [
  [40, { status: 500, body: 'broken' }],
  [30, 'hang up'],
  [20, { status: 503, headers: { 'retry-after': '30' } }],
  [2, { status: 429, headers: { 'retry-after': '5' } }],
];

/** Opens an endpoint for every partner that fails at random (from the seed) as real endpoints do, and checks every post. */
export async function openCheckingReceiver(seed: number): Promise<CheckingReceiver> {
  const secrets = new Map<string, string>();
  const faults: string[] = [];
  const lanes = new Set<string>();
  const takenUpTo = new Map<string, number>();
  let count = 0;
  const draw = createSeededRandom(seed);

  function check(post: Posted): void {
    const { lane, sequence } = parsePostedEvent(post);
    const next = (takenUpTo.get(lane) ?? 0) + 1;
    if (!lanes.has(lane)) faults.push(`${lane} is not a known order`);
    if (post.headers['webhook-id'] !== `evt_${lane}_${sequence}`) faults.push(`${post.body} came under another id`);
    if (sequence > next) faults.push(`${lane}: ${sequence} came before ${next} was taken`);
    new Webhook(secrets.get(post.path) ?? '').verify(post.body, post.headers as Record<string, string>);
  }

  const receiver = await openReceiver((post) => {
    try {
      check(post);
    } catch (error) {
      faults.push(String(error));
    }
    const trouble = pickFailure(draw(1_000));
    if (trouble) return trouble;
    const { lane, sequence } = parsePostedEvent(post);
    if (sequence === (takenUpTo.get(lane) ?? 0) + 1) {
      takenUpTo.set(lane, sequence);
      count += 1;
    }
    return { status: 204 };
  });
  return { ...receiver, secrets, faults, lanes, countTaken: () => count };
}

function pickFailure(drawn: number): ReceiverAnswer | 'hang up' | undefined {
  let below = 0;
  return FAILURE_RATES.find(([perMille]) => drawn < (below += perMille))?.[1];
}

/** Returns a Lehmer random number generator. */
export function createSeededRandom(seed: number): (below: number) => number {
  let state = (seed % 2_147_483_646) + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
