import { compare, type Decimal, parseDecimal } from '@slipway/money/decimal.ts';
import type { AlertKind } from '../alertStore.ts';

type Facts = Readonly<Record<string, unknown>>;

/** An alert that a person is woken for, at whatever hour. */
export type Waking = {
  /** What it is about: while one is acknowledged, another one of the same cause is the same trouble. */
  readonly cause: (facts: Facts) => string;
  /** How bad it is, in as many measures as there are; none: each is as bad as the other. */
  readonly sizes?: (facts: Facts) => readonly Decimal[];
};

/**
 * What wakes a person at once: money has stopped or will soon, does not agree, or is in other hands, or what persons decided was written
 * anew. Every other kind waits for whoever reads ALERT_MAIL.
 */
export const wakingKinds: { readonly [Kind in AlertKind]?: Waking } = {
  audit_broken: { cause: by('fault') },
  acquirer_differs: { cause: by('subject') },
  books_differ: {
    cause: by('difference'),
    sizes: ({ amount, unexplained, rows, more = 0 }) => [
      sizeOf(amount),
      sizeOf(unexplained),
      sizeOf(String((Array.isArray(rows) ? rows.length : 0) + Number(more))),
    ],
  },
  disk_low: { cause: by('subject') },
  payouts_stopped: { cause: by('network', 'reason', 'subject') },
  queue_stalled: { cause: by('subject') },
  sanctions_list_stale: { cause: by('network') },
  signer_unreachable: { cause: by() },
  // Two who stop it at once are the same trouble.
  signing_stopped: { cause: by() },
  sums_broken: { cause: by('whose', 'asset') },
  transactions_found: { cause: by('network') },
  treasury_key_used: { cause: by('transaction') },
  worker_absent: { cause: by() },
};

export function isWaking(kind: string): kind is AlertKind {
  return Object.hasOwn(wakingKinds, kind);
}

export function causeOf(kind: string, facts: Facts): string {
  return isWaking(kind) ? `${kind}:${wakingKinds[kind]?.cause(facts) ?? ''}` : kind;
}

/** Whether one alert of a cause is worse than another in anything. */
export function isWorse(kind: string, facts: Facts, than: Facts): boolean {
  const sizes = isWaking(kind) ? wakingKinds[kind]?.sizes : undefined;
  if (!sizes) return false;
  const before = sizes(than);
  return sizes(facts).some((size, index) => compare(size, before[index] ?? NOTHING) > 0);
}

const NOTHING: Decimal = { coefficient: 0n, scale: 0 };

function by(...names: readonly string[]) {
  return (facts: Facts): string => JSON.stringify(names.map((name) => facts[name] ?? null));
}

/** Of `-12.50 EUR` 12.50, and nothing of what is no figure. */
function sizeOf(said: unknown): Decimal {
  const [, figure] = /^-?((?:0|[1-9]\d{0,19})(?:\.\d{1,18})?)(?: |$)/.exec(String(said)) ?? [];
  return figure === undefined ? NOTHING : parseDecimal(figure);
}
