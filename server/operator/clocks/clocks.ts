import { lifetimesMs } from '../../platform/persons/judgeStatement.ts';
import { IDENTITY_WINDOW_MS } from '../../purchase/order/stateClocks.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type Allowed = {
  readonly allowedMs: number;
  readonly means: string;
  /** It is over by itself at its end, and that is told by what ends it. */
  readonly endsItself?: true;
};

/** How long each thing may take that waits, and whom it waits for. docs/stuck-order.md says what to do about each. */
export const clocks = {
  refund: { allowedMs: DAY_MS, means: 'money goes back to a buyer' },
  hold: { allowedMs: DAY_MS, means: 'a held order waits for an operator' },
  review: { allowedMs: IDENTITY_WINDOW_MS, means: "the verifier looks at a buyer's document" },
  unallocated: { allowedMs: DAY_MS, means: 'money on the account belongs to no order' },
  payout: { allowedMs: 6 * HOUR_MS, means: 'a payout is signed and not final' },
  conversion: { allowedMs: 30 * MINUTE_MS, means: 'the crypto of a paid order is bought' },
  request: {
    allowedMs: lifetimesMs.answered,
    means: 'something that was asked for waits for a second person',
    endsItself: true,
  },
  fact: { allowedMs: HOUR_MS, means: 'something that was told about an order cannot be taken by it yet' },
} as const satisfies Record<string, Allowed>;

export type ClockName = keyof typeof clocks;

/** When an operator is warned, as a share of the allowed time. */
export const shares = [
  { name: 'half', of: 0.5 },
  { name: 'four_fifths', of: 0.8 },
  { name: 'over', of: 1 },
] as const;

export type ShareName = (typeof shares)[number]['name'];

/** Something that waits against one of the {@link clocks}. */
export type Waiting = {
  readonly clock: ClockName;
  /** What waits: an order, a refund, a payout, a booking or a fact, by its own name. */
  readonly subject: string;
  readonly orderId: number | null;
  readonly since: Date;
  /** The deadline: when the order machine acts by itself. Where it does not, the end of the clock. */
  readonly until: Date;
};

/** The end of a clock that began then. */
export function endOf(clock: ClockName, since: Date): Date {
  return new Date(since.getTime() + clocks[clock].allowedMs);
}

/** Whether it is over by itself at its end: nobody is told that it waits for longer than it may. */
export function endsItself(clock: ClockName): boolean {
  const allowed: Allowed = clocks[clock];
  return allowed.endsItself ?? false;
}

/** `2 h 5 min`, and `over since 2 h 5 min` once there is no time left. */
export function timeLeft(end: Date, now: Date): string {
  const left = end.getTime() - now.getTime();
  return left > 0 ? duration(left) : `over since ${duration(-left)}`;
}

function duration(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
