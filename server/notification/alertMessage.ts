import { type AlertKind, alertKinds } from './alertStore.ts';

/** The part of an alert that may leave the installation; its facts stay in the operator's list. */
export type AlertSummary = {
  readonly id: number;
  readonly orderNo: string | null;
  readonly at: Date;
  /** How often it occurred since the last notification. */
  readonly times: number;
};

/** One notification about alerts of the same kind. */
export type AlertMessage = {
  readonly id: string;
  readonly kind: string;
  readonly at: Date;
  readonly alerts: readonly AlertSummary[];
};

/** Context of a waking message: the recipient, why they receive it, and the next escalation. */
export type WakingDetails = {
  /** Null: all recipients. */
  readonly person: string | null;
  readonly as: 'handed' | 'first' | 'second' | 'everybody';
  /** Who was notified earlier, and when. */
  readonly before: readonly string[];
  /** The next escalation if no one acknowledges the alert. */
  readonly otherwise: string;
};

const DUTY_REASONS = {
  handed: 'it was handed over to you',
  first: 'you are first on duty',
  second: 'you are second on duty',
} as const;

const MAX_LISTED = 20;

function describeKind(kind: string): string {
  return Object.hasOwn(alertKinds, kind) ? alertKinds[kind as AlertKind] : kind;
}

function countOccurrences({ alerts }: AlertMessage): number {
  return alerts.reduce((sum, { times }) => sum + times, 0);
}

/**
 * Returns the webhook's body. It has no facts and no amounts: a fact may be a payer's name or free text. People with access
 * find the rest by the order's number.
 */
export function formatAlertWebhook(message: AlertMessage, waking?: WakingDetails): string {
  const { id, kind, at, alerts } = message;
  return JSON.stringify({
    type: `alert.${kind}`,
    timestamp: at.toISOString(),
    data: {
      message: id,
      kind,
      about: describeKind(kind),
      count: countOccurrences(message),
      ...(waking && { wakes: { person: waking.person, as: waking.as, otherwise: waking.otherwise } }),
      alerts: alerts.slice(0, MAX_LISTED).map(({ id: alert, orderNo, at: raisedAt, times }) => ({
        alert,
        order: orderNo,
        at: raisedAt.toISOString(),
        times,
      })),
    },
  });
}

/** Returns the alert email to the operator, in English like the console. */
export function formatAlertMail(
  message: AlertMessage,
  operator: string,
  waking?: WakingDetails,
): { readonly subject: string; readonly body: string } {
  const { kind, alerts } = message;
  const count = countOccurrences(message);
  const lines = alerts.slice(0, MAX_LISTED).map(({ id, orderNo, at, times }) => {
    const order = orderNo === null ? '' : `  order ${orderNo}`;
    return `alert ${id}  ${at.toISOString()}${order}${times > 1 ? `  ${times} times` : ''}`;
  });
  const more = alerts.length > MAX_LISTED ? [`and ${alerts.length - MAX_LISTED} more`] : [];
  return {
    subject: `${operator}: ${waking ? 'now, ' : ''}${kind}${count > 1 ? ` (${count} times)` : ''}`,
    body: [
      ...(waking ? formatMailOpening(waking) : []),
      `${kind}: ${describeKind(kind)}.`,
      '',
      ...lines,
      ...more,
      '',
      ...(waking ? formatMailClosing(message, waking) : []),
      'Details of each alert: npm run operate -- list alerts',
      'What to do: docs/alerts.md',
      '',
    ].join('\n'),
  };
}

function formatMailOpening({ person, as, before }: WakingDetails): string[] {
  const whom = as === 'everybody' ? 'Everyone is notified.' : `${person}, ${DUTY_REASONS[as]}.`;
  return [whom, ...before, ''];
}

function formatMailClosing({ alerts }: AlertMessage, { otherwise }: WakingDetails): string[] {
  const [first] = alerts;
  return [
    `To acknowledge it: npm run operate -- seen ${first?.id} --why TEXT${alerts.length > 1 ? ' (each alert by its number)' : ''}`,
    `To hand it over: npm run operate -- hand ${first?.id} --to NAME --why TEXT`,
    `If no one acts: ${otherwise}`,
    '',
  ];
}
