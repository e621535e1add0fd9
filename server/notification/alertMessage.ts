import { type AlertKind, alertKinds } from './alertStore.ts';

/** An alert as it leaves the house: what it says beside its kind stays in the operator's list. */
export type ToldAlert = {
  readonly id: number;
  readonly orderNo: string | null;
  readonly at: Date;
  /** How often it was said since it was told the last time. */
  readonly times: number;
};

/** All alerts of one kind that nobody has been told of. */
export type AlertMessage = {
  readonly id: string;
  readonly kind: string;
  readonly at: Date;
  readonly alerts: readonly ToldAlert[];
};

/** Of a message that wakes: whom, why them, and what follows. */
export type WakingWords = {
  /** Null: everybody. */
  readonly person: string | null;
  readonly as: 'handed' | 'first' | 'second' | 'everybody';
  /** Who was told before, and when. */
  readonly before: readonly string[];
  /** What happens if nobody says that they have it. */
  readonly otherwise: string;
};

const AS = {
  handed: 'it was handed on to you',
  first: 'you are first on duty',
  second: 'you are second on duty',
} as const;

const MOST_NAMED = 20;

function about(kind: string): string {
  return Object.hasOwn(alertKinds, kind) ? alertKinds[kind as AlertKind] : kind;
}

function countOf({ alerts }: AlertMessage): number {
  return alerts.reduce((sum, { times }) => sum + times, 0);
}

/**
 * The webhook's body. Neither facts nor amounts: a fact may be a payer's name, or what a payer has written. An order's
 * number leads those who may see more to the rest.
 */
export function webhookBody(message: AlertMessage, waking?: WakingWords): string {
  const { id, kind, at, alerts } = message;
  return JSON.stringify({
    type: `alert.${kind}`,
    timestamp: at.toISOString(),
    data: {
      message: id,
      kind,
      about: about(kind),
      count: countOf(message),
      ...(waking && { wakes: { person: waking.person, as: waking.as, otherwise: waking.otherwise } }),
      alerts: alerts.slice(0, MOST_NAMED).map(({ id: alert, orderNo, at: raisedAt, times }) => ({
        alert,
        order: orderNo,
        at: raisedAt.toISOString(),
        times,
      })),
    },
  });
}

/** The letter to the operator, in English like the operator's words. */
export function alertLetter(
  message: AlertMessage,
  operator: string,
  waking?: WakingWords,
): { readonly subject: string; readonly body: string } {
  const { kind, alerts } = message;
  const count = countOf(message);
  const named = alerts.slice(0, MOST_NAMED).map(({ id, orderNo, at, times }) => {
    const order = orderNo === null ? '' : `  order ${orderNo}`;
    return `alert ${id}  ${at.toISOString()}${order}${times > 1 ? `  ${times} times` : ''}`;
  });
  const more = alerts.length > MOST_NAMED ? [`and ${alerts.length - MOST_NAMED} more`] : [];
  return {
    subject: `${operator}: ${waking ? 'now, ' : ''}${kind}${count > 1 ? ` (${count} times)` : ''}`,
    body: [
      ...(waking ? openingOf(waking) : []),
      `${kind}: ${about(kind)}.`,
      '',
      ...named,
      ...more,
      '',
      ...(waking ? closingOf(message, waking) : []),
      'What each is about: npm run operate -- list alerts',
      'What to do about it: docs/stuck-order.md, Alerts',
      '',
    ].join('\n'),
  };
}

function openingOf({ person, as, before }: WakingWords): string[] {
  const whom = as === 'everybody' ? 'Everybody is told.' : `${person}, ${AS[as]}.`;
  return [whom, ...before, ''];
}

function closingOf({ alerts }: AlertMessage, { otherwise }: WakingWords): string[] {
  const [first] = alerts;
  return [
    `You have it: npm run operate -- seen ${first?.id} --why TEXT${alerts.length > 1 ? ' (each by its number)' : ''}`,
    `Somebody else shall have it: npm run operate -- hand ${first?.id} --to NAME --why TEXT`,
    `Otherwise: ${otherwise}`,
    '',
  ];
}
