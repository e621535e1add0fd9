import { Webhook } from 'standardwebhooks';
import { openReceiver, type Posted, type Receiver, type ReceiverAnswer } from '../platform/webhook/receiver.testing.ts';
import { saidIn } from './partnerWorld.testing.ts';

export type CheckingReceiver = Receiver & {
  /** By the path of each partner. */
  readonly secrets: Map<string, string>;
  /** Every fault that was met: a signature, an event that nobody has told, one before its turn. */
  readonly faults: string[];
  /** How many different events were taken. */
  taken(): number;
  /** Told orders; what comes of others was invented. */
  readonly lanes: Set<string>;
};

/** Of a thousand posts so many go wrong in each way. */
const TROUBLES: readonly (readonly [perMille: number, answer: ReceiverAnswer | 'hang up'])[] = [
  [40, { status: 500, body: 'broken' }],
  [30, 'hang up'],
  [20, { status: 503, headers: { 'retry-after': '30' } }],
  [2, { status: 429, headers: { 'retry-after': '5' } }],
];

/** An endpoint of every partner that fails as endpoints do, by chance from the seed, and looks closely at what it is sent. */
export async function openCheckingReceiver(seed: number): Promise<CheckingReceiver> {
  const secrets = new Map<string, string>();
  const faults: string[] = [];
  const lanes = new Set<string>();
  const takenUpTo = new Map<string, number>();
  let count = 0;
  const draw = numbersFrom(seed);

  function check(post: Posted): void {
    const { lane, sequence } = saidIn(post);
    const next = (takenUpTo.get(lane) ?? 0) + 1;
    if (!lanes.has(lane)) faults.push(`nobody has told of ${lane}`);
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
    const trouble = troubleAt(draw(1_000));
    if (trouble) return trouble;
    const { lane, sequence } = saidIn(post);
    if (sequence === (takenUpTo.get(lane) ?? 0) + 1) {
      takenUpTo.set(lane, sequence);
      count += 1;
    }
    return { status: 204 };
  });
  return { ...receiver, secrets, faults, lanes, taken: () => count };
}

function troubleAt(drawn: number): ReceiverAnswer | 'hang up' | undefined {
  let below = 0;
  return TROUBLES.find(([perMille]) => drawn < (below += perMille))?.[1];
}

/** Lehmer's generator. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = (seed % 2_147_483_646) + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
