import type { UntoldMention } from './mentionStore.ts';

type Named = Pick<UntoldMention, 'by' | 'about' | 'subject' | 'beside'>;

/** What may be called by its number outside of the house: of a buyer and of money not even that. */
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
  booking: 'money of no order',
  transfer: 'a transfer',
};

function besideWhat({ about, subject, beside }: Named): string {
  const first = NUMBERED[about] ? `${NUMBERED[about]} ${subject}` : (UNNUMBERED[about] ?? about);
  return beside > 1 ? `${first} and ${beside - 1} more` : first;
}

/** In the form of an alert's message, from which a push takes its words. What the note says stays in the console. */
export function mentionMessage(id: string, mention: Named): string {
  const about = `${mention.by} names you in a note`;
  return JSON.stringify({ type: 'mention', data: { message: id, kind: 'mention', about, count: 1 } });
}

/** The letter to whom a note names, in English like the console. */
export function mentionLetter(mention: Named, operator: string): { readonly subject: string; readonly body: string } {
  return {
    subject: `${operator}: ${mention.by} names you in a note`,
    body: [
      `${mention.by} names you in a note beside ${besideWhat(mention)}.`,
      '',
      'What it says is in the console, under Mentions of me. Nothing follows if nobody reads it.',
      '',
    ].join('\n'),
  };
}
