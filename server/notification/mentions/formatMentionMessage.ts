import type { UnnotifiedMention } from './mentionStore.ts';

type MentionFields = Pick<UnnotifiedMention, 'by' | 'about' | 'subject' | 'itemCount'>;

/** Subjects that may be named by number outside the installation; those about buyers or money have no number. */
const NUMBERED: Readonly<Record<string, string>> = {
  order: 'order',
  difference: 'difference',
  request: 'request',
  alert: 'alert',
};
const UNNUMBERED: Readonly<Record<string, string>> = {
  buyer: 'a buyer',
  review: 'a review',
  dispute: 'a dispute',
  refund: 'a refund',
  booking: 'an unmatched payment',
  transfer: 'a transfer',
};

function describeSubject({ about, subject, itemCount }: MentionFields): string {
  const first = NUMBERED[about] ? `${NUMBERED[about]} ${subject}` : (UNNUMBERED[about] ?? about);
  return itemCount > 1 ? `${first} and ${itemCount - 1} more` : first;
}

/** Returns an alert-like message, from which the push text is made. The note's text stays in the console. */
export function formatMentionMessage(id: string, mention: MentionFields): string {
  const about = `${mention.by} mentions you in a note`;
  return JSON.stringify({ type: 'mention', data: { message: id, kind: 'mention', about, count: 1 } });
}

/** Returns the email to a person mentioned in a note, in English like the console. */
export function formatMentionMail(
  mention: MentionFields,
  operator: string,
): { readonly subject: string; readonly body: string } {
  return {
    subject: `${operator}: ${mention.by} mentions you in a note`,
    body: [
      `${mention.by} mentions you in a note about ${describeSubject(mention)}.`,
      '',
      'Read the note in the console, under Mentions of me. No reminder follows.',
      '',
    ].join('\n'),
  };
}
