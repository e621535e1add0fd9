import type { TableMap } from './tableMap.ts';

export const accountTables = {
  access_log: {
    about: 'logins and refused calls',
    retention: '90 days',
    seen: 'the buyer; the operator’s staff, by `log-ins`',
    personal: {
      buyer_id: ['in the clear', 'whose'],
      email: ['in the clear', 'who tried: found by it'],
      client: ['in the clear', 'the network'],
      country: ['in the clear', 'of the place'],
      browser: ['in the clear', 'kind of browser'],
      system: ['in the clear', 'kind of system'],
    },
    other: 'id kind call reason hour first_at last_at times',
  },
  answered_challenges: {
    about: 'used passkey challenges',
    retention: 'minutes',
    seen: 'only the server',
    personal: {},
    other: 'challenge_hash expires_at',
  },
  billing_addresses: {
    about: 'the billing address of cards',
    retention: 'with the account',
    seen: 'the buyer; the acquirer, in a dispute',
    personal: {
      buyer_id: ['in the clear', 'whose'],
      sealed: ['sealed', 'name, country, city, zip, street'],
    },
    other: 'updated_at',
  },
  buyers: {
    about: 'accounts',
    retention: 'with the account; with paid orders five years after the last one',
    seen: 'the buyer; the operator’s staff, by `show`',
    personal: {
      id: ['in the clear', 'names the account in other tables, and nothing outside'],
      email: ['in the clear', 'the address for logging in: searched and unique; emails are sent to it'],
      verifier_reference: ['in the clear', 'names the account at the verifier'],
      acquirer_customer_id: ['in the clear', 'names the account at the acquirer'],
      locale: ['in the clear', 'the language of emails'],
      kept_for: ['in the clear', 'the file of an authority'],
    },
    other: 'kyc_level created_at closed_at erase_after partner_id identity_asked_until',
  },
  buyer_blocks: {
    about: 'accounts that may not buy',
    retention: 'until two people lift the block, longer than the account',
    seen: 'the operator’s staff, in the console',
    personal: {
      buyer_id: ['in the clear', 'whose; empty once the account is erased'],
      account_mark: [
        'hash',
        'of the address and the partner, by a key of `SLIPWAY_SECRET`: finds an account that is made again',
      ],
    },
    other: 'request_id blocked_at',
  },
  person_marks: {
    about: 'marks that accounts of one person share',
    retention: 'with the account; with paid orders five years after the last one',
    seen: 'only the server',
    personal: {
      buyer_id: ['in the clear', 'whose'],
      mark: [
        'hash',
        'of a mailbox, the verifier’s applicant, a card, a bank account with its holder, a name with birth date, or a phone number, by a data key of its own: finds the person’s other accounts',
      ],
    },
    other: 'kind',
  },
  devices: {
    about: 'known browsers',
    retention: 'with the account',
    seen: 'only the server',
    personal: {
      buyer_id: ['in the clear', 'whose'],
      device_hash: ['hash', 'of the cookie'],
    },
    other: 'first_seen_at last_seen_at',
  },
  document_requests: {
    about: 'requests for a document before the next order',
    retention: '30 days, or until one was accepted',
    seen: 'the operator’s staff, in the console',
    personal: {
      buyer_id: ['in the clear', 'whose'],
    },
    other: 'request_id requested_at expires_at',
  },
  identity_checks: {
    about: 'the state of identity verifications',
    retention: 'with the account; with paid orders five years after the last one',
    seen: 'the buyer; the operator’s staff, by `show`',
    personal: {
      buyer_id: ['in the clear', 'whose'],
      applicant_id: ['in the clear', 'names the buyer at the verifier, which keeps the documents: none is here'],
      sealed: ['sealed', 'the verifier’s result about the documents'],
    },
    other: 'provider status retryable opened_at updated_at accepted_at',
  },
  identity_reviews: {
    about: 'reviews of buyers before they may buy',
    retention: 'with the account; with paid orders five years after the last one',
    seen: 'the operator’s staff (compliance), by `list reviews`',
    personal: {
      buyer_id: ['in the clear', 'whose'],
      subject: ['hash', 'what is looked at'],
      facts: [
        'in the clear',
        'fields that differ, or the entry of the list that the name is like; never what the buyer said',
      ],
    },
    other: 'id reason status opened_at decided_at',
  },
  kyc_profiles: {
    about: 'what a buyer has entered about themself',
    retention: 'with the account; with paid orders five years after the last one',
    seen: 'the buyer; the operator’s staff, by `show`, `export travel-rule`',
    personal: {
      buyer_id: ['in the clear', 'whose'],
      screening: ['in the clear', 'which entry of the operator’s list the name is like, and how much'],
      sealed: ['sealed', 'first and last name, date of birth, citizenship, city, purpose, telephone'],
    },
    other: 'outcome created_at updated_at name_changed_at',
  },
  login_codes: {
    about: 'login codes',
    retention: 'a day and some hours',
    seen: 'only the server',
    personal: {
      email: ['in the clear', 'whom it was sent to: limits count by it'],
      code_hash: ['hash', 'salted, of the code, which is nowhere else'],
      request_hash: ['hash', 'of the cookie'],
      client: ['in the clear', 'the network it was asked from'],
      device_hash: ['hash', 'of the cookie'],
      work_hash: ['hash', 'of the work'],
    },
    other: 'id salt tries_left created_at expires_at used_at',
  },
  mail_outbox: {
    about: 'emails',
    retention: '30 days after they were sent',
    seen: 'the recipient of the email',
    personal: {
      recipient: ['in the clear', 'whom it goes to'],
      subject: ['in the clear', 'empty for an email with a login code'],
      body: ['in the clear', 'an order’s number, amounts and wallet; empty for an email with a login code'],
      sealed: [
        'by a key of `SLIPWAY_SECRET`',
        'subject and text of an email with a login code, deleted once it was sent',
      ],
    },
    other: 'id created_at leased_until sent_at refused',
  },
  minted_tokens: {
    about: 'logins minted by a partner’s server',
    retention: 'an hour after they expire',
    seen: 'only the server',
    personal: {
      token_hash: ['hash', 'of the token'],
      buyer_id: ['in the clear', 'whose'],
    },
    other: 'partner_id expires_at used_at',
  },
  passkeys: {
    about: 'passkeys',
    retention: 'with the account',
    seen: 'the buyer; the operator’s staff (compliance), by `export-buyer`',
    personal: {
      buyer_id: ['in the clear', 'whose'],
      public_key: ['in the clear', 'public'],
      browser: ['in the clear', 'kind of browser'],
      system: ['in the clear', 'kind of system'],
    },
    other: 'id public_id counter transports created_at last_used_at',
  },
  refused_answers: {
    about: 'refused answers of buyers',
    retention: 'with the account; with paid orders five years after the last one',
    seen: 'only the server',
    personal: {
      buyer_id: ['in the clear', 'whose'],
    },
    other: 'field refused_at',
  },
  saved_addresses: {
    about: 'the address book',
    retention: 'with the account',
    seen: 'the buyer; the operator’s staff (compliance), by `export-buyer`',
    personal: {
      buyer_id: ['in the clear', 'whose'],
      address: ['in the clear', 'a wallet, public on its chain'],
      name: ['in the clear', 'what the buyer calls it'],
    },
    other: 'id crypto network created_at deleted_at',
  },
  saved_cards: {
    about: 'cards stored by the acquirer',
    retention: 'with the account',
    seen: 'the buyer; the acquirer; the operator’s staff (compliance), by `export-buyer`',
    personal: {
      buyer_id: ['in the clear', 'whose'],
      payment_method_id: ['in the clear', 'names the card at the acquirer'],
      brand: ['in the clear', 'of the card'],
      last4: ['in the clear', 'the last four digits: the number never comes here'],
      expiry_month: ['in the clear', 'of the card'],
      expiry_year: ['in the clear', 'of the card'],
      fingerprint: ['in the clear', 'the same for the same card, at the acquirer alone; risk rules count by it'],
    },
    other: 'id acquirer created_at deleted_at forgotten_at_acquirer_at forget_leased_until',
  },
  sessions: {
    about: 'sessions',
    retention: 'with the account',
    seen: 'the buyer; the operator’s staff, by `log-ins`; the operator’s staff (compliance), by `export-buyer`',
    personal: {
      buyer_id: ['in the clear', 'whose'],
      token_hash: ['hash', 'of the token'],
      cookie_hash: ['hash', 'of the cookie'],
      browser: ['in the clear', 'kind of browser'],
      system: ['in the clear', 'kind of system'],
      country: ['in the clear', 'of the place'],
    },
    other: 'id created_at last_seen_at expires_at ended_at public_id proved_at',
  },
  fixed_levels: {
    about: 'identity levels set by two people for a period',
    retention: 'until they end, or with the account',
    seen: 'the operator’s staff, in the console',
    personal: {
      buyer_id: ['in the clear', 'whose'],
    },
    other: 'request_id level set_at ends_at',
  },
} satisfies TableMap;
