import { statementLifetimesMs } from '../../platform/persons/verifyStatement.ts';
import { IDENTITY_WINDOW_MS, UNSENT_WINDOW_MS } from '../../purchase/order/machine/stateDeadlines.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type Allowed = {
  readonly allowedMs: number;
  readonly means: string;
  /** True if the work ends automatically at its deadline. The code that ends it also reports that. */
  readonly endsItself?: true;
};

/** The allowed time and the meaning of each kind of pending work. docs/alerts.md describes what to do about each. */
export const workDeadlines = {
  refund: { allowedMs: DAY_MS, means: 'money is refunded to a buyer' },
  hold: { allowedMs: DAY_MS, means: 'a held order waits for an operator' },
  review: { allowedMs: IDENTITY_WINDOW_MS, means: "the verifier checks a buyer's document" },
  unallocated: { allowedMs: DAY_MS, means: 'a payment is not matched to an order' },
  payout: { allowedMs: 6 * HOUR_MS, means: 'a payout is signed and not final' },
  conversion: { allowedMs: 30 * MINUTE_MS, means: 'the crypto of a paid order is being bought' },
  sending: { allowedMs: UNSENT_WINDOW_MS, means: 'the crypto of a paid order waits to be sent' },
  request: {
    allowedMs: statementLifetimesMs.answered,
    means: 'a request waits for a second approval',
    endsItself: true,
  },
  fact: { allowedMs: HOUR_MS, means: 'a fact about an order cannot be applied to it yet' },
} as const satisfies Record<string, Allowed>;

export type DeadlineName = keyof typeof workDeadlines;

/** When an operator is warned, as shares of the allowed time. */
export const warningShares = [
  { name: 'half', of: 0.5 },
  { name: 'eighty_percent', of: 0.8 },
  { name: 'over', of: 1 },
] as const;

export type WarningShareName = (typeof warningShares)[number]['name'];

/** Pending work. `clock`: its kind in {@link workDeadlines}. */
export type PendingWork = {
  readonly clock: DeadlineName;
  /** The number of the pending order, or the id of the pending refund, payout, booking, request or fact. */
  readonly subject: string;
  readonly orderId: number | null;
  readonly since: Date;
  /** The deadline: the time at which the order machine acts automatically; otherwise the end of the allowed time. */
  readonly until: Date;
};

/** Returns the deadline of work that began to wait at this time. */
export function computeDeadline(clock: DeadlineName, since: Date): Date {
  return new Date(since.getTime() + workDeadlines[clock].allowedMs);
}

/** Returns true if such work ends automatically at its deadline, so that no alert reports it as overdue. */
export function isSelfEnding(clock: DeadlineName): boolean {
  const allowed: Allowed = workDeadlines[clock];
  return allowed.endsItself ?? false;
}

/** Returns `2 h 5 min`, or `overdue by 2 h 5 min` once there is no time left. */
export function formatTimeLeft(end: Date, now: Date): string {
  const left = end.getTime() - now.getTime();
  return left > 0 ? formatDuration(left) : `overdue by ${formatDuration(-left)}`;
}

function formatDuration(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
