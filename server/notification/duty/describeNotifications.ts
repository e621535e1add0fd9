import type { NextRecipient } from './chooseNextRecipient.ts';
import { formatUtcMinute } from './duty.ts';
import type { AlertNotification } from './watchStore.ts';

type NotificationResult = Pick<AlertNotification, 'person' | 'channel' | 'at' | 'fault'>;

const FAULTS = {
  mail: { waits: 'the email was not sent yet', refused: 'the mail server rejects the address' },
  push: { waits: 'no phone has received it', refused: 'no phone could be notified' },
  webhook: { waits: 'the webhook has not accepted it', refused: 'the webhook has not accepted it' },
} as const;

/** Returns one line per person: when they were notified and which messages did not arrive. */
export function describeNotifications(notifications: readonly NotificationResult[]): string[] {
  const byPerson = Map.groupBy(notifications, ({ person }) => person);
  return [...byPerson].map(([person, results]) => {
    const [first] = results;
    const when = first ? ` at ${formatUtcMinute(first.at)}` : '';
    if (first?.channel === 'none')
      return `${person} could not be notified${when}: no address, no phone, and no webhook`;
    const missing = results.flatMap(({ channel, fault }) =>
      channel === 'none' || !fault ? [] : [FAULTS[channel][fault]],
    );
    return `${person ?? 'everyone'} was notified${when}${missing.length > 0 ? ` (${missing.join('; ')})` : ''}`;
  });
}

/** Describes the next escalation if no one acknowledges the alert. `next` undefined: there is none. */
export function describeNextEscalation(next: { readonly next: NextRecipient; readonly at: Date } | undefined): string {
  if (!next) return 'no one else is notified.';
  const whom = next.next.kind === 'person' ? `${next.next.person} is` : 'everyone in ALERT_MAIL is';
  return `${whom} notified at ${formatUtcMinute(next.at)}.`;
}
