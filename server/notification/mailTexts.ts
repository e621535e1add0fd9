import type { MailWords } from './mailWords.ts';

type MailText = { readonly subject: string; readonly body: string };

/** The code alone, first: a phone's lock screen shows it. */
export function loginCodeMail(words: MailWords, operator: string, code: string): MailText {
  return {
    subject: words.say('mail.login_code.subject', { operator, code }),
    body: words.say('mail.login_code.body', { operator, code }),
  };
}

/** To a buyer who has logged in before, about a login from a browser that is new. */
export function newDeviceMail(
  words: MailWords,
  operator: string,
  { at, country }: { readonly at: Date; readonly country: string },
): MailText {
  const time = new Intl.DateTimeFormat(words.locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const countries = new Intl.DisplayNames(words.locale, { type: 'region' });
  return {
    subject: words.say('mail.new_device.subject', { operator }),
    body: words.say('mail.new_device.body', {
      time: `${time.format(at)} UTC`,
      country: countries.of(country) ?? country,
    }),
  };
}

/** To a buyer whose account can be opened with one passkey more. */
export function passkeyAddedMail(words: MailWords, operator: string, at: Date): MailText {
  const time = new Intl.DateTimeFormat(words.locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return {
    subject: words.say('mail.passkey_added.subject', { operator }),
    body: words.say('mail.passkey_added.body', { time: `${time.format(at)} UTC` }),
  };
}

/** To a buyer of whom a person asks for a document before their next order is paid. */
export function documentAskedMail(
  words: MailWords,
  operator: string,
  { until, link }: { readonly until: Date; readonly link: string },
): MailText {
  const day = new Intl.DateTimeFormat(words.locale, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    subject: words.say('mail.document_asked.subject', { operator }),
    body: words.say('mail.document_asked.body', { link, until: day.format(until) }),
  };
}

/** `keptUntil`: the ISO date on which the rest is erased, or null when all is gone. */
export function accountDeletedMail(words: MailWords, operator: string, keptUntil: string | null): MailText {
  return {
    subject: words.say('mail.account_deleted.subject', { operator }),
    body:
      keptUntil === null
        ? words.say('mail.account_deleted.body', {})
        : words.say('mail.account_deleted.body_kept', { until: keptUntil }),
  };
}

export type OrderMailFacts = {
  readonly orderNo: string;
  readonly pay: string;
  /** All that was given back. */
  readonly refunded: string;
  readonly receive: string;
  readonly link: string;
  /** Whole, so that a swapped address is seen. */
  readonly address: string;
  readonly transaction: string;
};

/** The states of an order that a buyer is told of, and how a transfer's letter differs: no hold, an account in place of a card. */
const orderMails: Readonly<Record<string, { readonly ofTransfer: 'same' | 'other' }>> = {
  awaiting_identity: { ofTransfer: 'other' },
  awaiting_consent: { ofTransfer: 'other' },
  paid: { ofTransfer: 'same' },
  delivered: { ofTransfer: 'same' },
  cancelled: { ofTransfer: 'other' },
  expired: { ofTransfer: 'same' },
  failed: { ofTransfer: 'same' },
  refunded: { ofTransfer: 'other' },
};

/** Undefined where the buyer needs no letter: the page says it. */
export function orderMail(
  words: MailWords,
  { status, byBank }: { readonly status: string; readonly byBank: boolean },
  facts: OrderMailFacts,
): MailText | undefined {
  const mail = orderMails[status];
  if (!mail) return undefined;
  const body = byBank && mail.ofTransfer === 'other' ? 'body_bank' : 'body';
  return {
    subject: words.say(`mail.order.${status}.subject`, facts),
    body: words.say(`mail.order.${status}.${body}`, facts),
  };
}
