import { compare, type Decimal, parseDecimal } from '@slipway/money/decimal.ts';
import type { AlertKind } from '../alertStore.ts';

type Facts = Readonly<Record<string, unknown>>;

/** How an alert that wakes a person at any hour is compared with others. */
export type WakingRule = {
  /** Identifies the cause: while one alert is acknowledged, another of the same cause is the same incident. */
  readonly cause: (facts: Facts) => string;
  /** Severity in one or more measures; none: all are equally severe. */
  readonly sizes?: (facts: Facts) => readonly Decimal[];
};

/**
 * Alerts that wake a person at once: payments have stopped or will soon, the ledger does not reconcile, someone else has the
 * treasury key, or the audit trail was altered. Every other kind is only sent to ALERT_MAIL and the webhook.
 */
export const wakingKinds: { readonly [Kind in AlertKind]?: WakingRule } = {
  audit_broken: { cause: identifyByFacts('fault') },
  acquirer_differs: { cause: identifyByFacts('subject') },
  books_differ: {
    cause: identifyByFacts('difference'),
    sizes: ({ amount, unexplained, rows, more = 0 }) => [
      parseMagnitude(amount),
      parseMagnitude(unexplained),
      parseMagnitude(String((Array.isArray(rows) ? rows.length : 0) + Number(more))),
    ],
  },
  disk_low: { cause: identifyByFacts('subject') },
  payouts_stopped: { cause: identifyByFacts('network', 'reason', 'subject') },
  queue_stalled: { cause: identifyByFacts('subject') },
  sanctions_list_stale: { cause: identifyByFacts('network') },
  signer_unreachable: { cause: identifyByFacts() },
  // Two people who stop signing at once are one incident.
  signing_stopped: { cause: identifyByFacts() },
  sums_broken: { cause: identifyByFacts('account', 'asset') },
  transactions_found: { cause: identifyByFacts('network') },
  treasury_key_used: { cause: identifyByFacts('transaction') },
  worker_absent: { cause: identifyByFacts() },
};

export function isWaking(kind: string): kind is AlertKind {
  return Object.hasOwn(wakingKinds, kind);
}

export function identifyCause(kind: string, facts: Facts): string {
  return isWaking(kind) ? `${kind}:${wakingKinds[kind]?.cause(facts) ?? ''}` : kind;
}

/** Returns true if an alert exceeds another one of the same cause in any measure. */
export function isWorse(kind: string, facts: Facts, than: Facts): boolean {
  const sizes = isWaking(kind) ? wakingKinds[kind]?.sizes : undefined;
  if (!sizes) return false;
  const before = sizes(than);
  return sizes(facts).some((size, index) => compare(size, before[index] ?? NOTHING) > 0);
}

const NOTHING: Decimal = { coefficient: 0n, scale: 0 };

function identifyByFacts(...names: readonly string[]) {
  return (facts: Facts): string => JSON.stringify(names.map((name) => facts[name] ?? null));
}

/** Returns 12.50 of `-12.50 EUR`, and zero for a text that is not an amount. */
function parseMagnitude(value: unknown): Decimal {
  const [, figure] = /^-?((?:0|[1-9]\d{0,19})(?:\.\d{1,18})?)(?: |$)/.exec(String(value)) ?? [];
  return figure === undefined ? NOTHING : parseDecimal(figure);
}
