import type { MailTranslations } from './mailTranslations.ts';

type MailText = { readonly subject: string; readonly body: string };

/** Returns the email with a login code. Its texts begin with the code, since a phone's lock screen shows only the beginning. */
export function buildLoginCodeMail(translations: MailTranslations, operator: string, code: string): MailText {
  return {
    subject: translations.formatText('mail.login_code.subject', { operator, code }),
    body: translations.formatText('mail.login_code.body', { operator, code }),
  };
}

/** Returns the email that notifies a returning buyer of a login from a new browser. */
export function buildNewDeviceMail(
  translations: MailTranslations,
  operator: string,
  { at, country }: { readonly at: Date; readonly country: string },
): MailText {
  const time = new Intl.DateTimeFormat(translations.locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const countries = new Intl.DisplayNames(translations.locale, { type: 'region' });
  return {
    subject: translations.formatText('mail.new_device.subject', { operator }),
    body: translations.formatText('mail.new_device.body', {
      time: `${time.format(at)} UTC`,
      country: countries.of(country) ?? country,
    }),
  };
}

/** Returns the email that notifies a buyer of a passkey added to their account. */
export function buildPasskeyAddedMail(translations: MailTranslations, operator: string, at: Date): MailText {
  const time = new Intl.DateTimeFormat(translations.locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return {
    subject: translations.formatText('mail.passkey_added.subject', { operator }),
    body: translations.formatText('mail.passkey_added.body', { time: `${time.format(at)} UTC` }),
  };
}

/** Returns the email that asks a buyer for a document before their next order is paid, at an operator's request. */
export function buildDocumentRequestMail(
  translations: MailTranslations,
  operator: string,
  { until, link }: { readonly until: Date; readonly link: string },
): MailText {
  const day = new Intl.DateTimeFormat(translations.locale, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    subject: translations.formatText('mail.document_asked.subject', { operator }),
    body: translations.formatText('mail.document_asked.body', { link, until: day.format(until) }),
  };
}

/**
 * Returns the email that notifies a buyer of their account's deletion. `keptUntil`: the ISO date on which the remaining data is
 * erased, or null if nothing remains.
 */
export function buildAccountDeletedMail(
  translations: MailTranslations,
  operator: string,
  keptUntil: string | null,
): MailText {
  return {
    subject: translations.formatText('mail.account_deleted.subject', { operator }),
    body:
      keptUntil === null
        ? translations.formatText('mail.account_deleted.body', {})
        : translations.formatText('mail.account_deleted.body_kept', { until: keptUntil }),
  };
}

export type OrderMailFacts = {
  readonly orderNo: string;
  readonly pay: string;
  /** Total refunded. */
  readonly refunded: string;
  readonly receive: string;
  readonly link: string;
  /** The full address, so that the buyer can notice a substituted one. */
  readonly address: string;
  readonly transaction: string;
};

/**
 * Order states that a buyer is notified of, and whether the text for bank transfers differs (no hold, an account instead of a
 * card).
 */
const orderMails: Readonly<Record<string, { readonly transferText: 'same' | 'other' }>> = {
  awaiting_identity: { transferText: 'other' },
  awaiting_consent: { transferText: 'other' },
  paid: { transferText: 'same' },
  delivered: { transferText: 'same' },
  cancelled: { transferText: 'other' },
  expired: { transferText: 'same' },
  failed: { transferText: 'same' },
  refunded: { transferText: 'other' },
};

/** Returns the email about an order's state; undefined for a state that only the page shows. */
export function buildOrderMail(
  translations: MailTranslations,
  { status, byBank }: { readonly status: string; readonly byBank: boolean },
  facts: OrderMailFacts,
): MailText | undefined {
  const mail = orderMails[status];
  if (!mail) return undefined;
  const body = byBank && mail.transferText === 'other' ? 'body_bank' : 'body';
  return {
    subject: translations.formatText(`mail.order.${status}.subject`, facts),
    body: translations.formatText(`mail.order.${status}.${body}`, facts),
  };
}
