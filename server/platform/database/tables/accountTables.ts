import type { TableDescriptions } from './tableDescription.ts';

export const accountTables = {
  access_log: {
    rights: ['rawd', 'rd', '', '', 'r'],
    retention: '90 days',
    seen: 'the buyer; the operator’s staff, by `log-ins`',
    personal: {
      buyer_id: ['in the clear', 'the buyer’s id'],
      email: ['in the clear', 'the email address that was entered; searched for'],
      client: ['in the clear', 'IP address (IPv6: its /64 network)'],
      country: ['in the clear', 'country of the IP address'],
      browser: ['in the clear', 'kind of browser'],
      system: ['in the clear', 'kind of system'],
    },
    other: 'id kind call reason hour first_at last_at times',
  },
  answered_challenges: {
    rights: ['ra', 'rd', '', '', ''],
    retention: 'minutes',
    seen: 'only the server',
    personal: {},
    other: 'challenge_hash expires_at',
  },
  billing_addresses: {
    rights: ['rawd', 'rd', '', '', 'r'],
    retention: 'with the account',
    seen: 'the buyer; the acquirer, in a dispute',
    personal: {
      buyer_id: ['in the clear', 'the buyer’s id'],
      sealed: ['sealed', 'name, country, city, zip, street'],
    },
    other: 'updated_at',
  },
  buyers: {
    rights: ['rawd', 'rwd', '', 'rw', 'r'],
    columns: {
      api: {
        w: ['email', 'locale', 'kyc_level', 'verifier_reference', 'identity_asked_until', 'closed_at', 'erase_after'],
      },
      clerk: { w: ['kyc_level'] },
    },
    retention:
      'with the account; with paid orders five years after the last one; under a legal hold until it is lifted',
    seen: 'the buyer; the operator’s staff, by `show`',
    personal: {
      id: ['in the clear', 'id of the account in other tables; unknown outside the database'],
      email: ['in the clear', 'email address for the login and for emails; unique, searched for'],
      verifier_reference: ['in the clear', 'id of the account at the verifier'],
      acquirer_customer_id: ['in the clear', 'id of the account at the acquirer'],
      locale: ['in the clear', 'the language of emails'],
      legal_hold_cases: [
        'in the clear',
        'the authorities’ cases for which the account is kept; never shown to the buyer',
      ],
    },
    other: 'kyc_level created_at closed_at erase_after partner_id identity_asked_until',
  },
  buyer_blocks: {
    rights: ['r', 'rawd', '', '', 'r'],
    retention: 'until two people lift the block, longer than the account',
    seen: 'the operator’s staff, in the console',
    personal: {
      buyer_id: ['in the clear', 'the buyer’s id; empty once the account is erased'],
      account_mark: [
        'hash',
        'of the email address and the partner, by a key of `SLIPWAY_SECRET`: recognizes an account that is created again',
      ],
    },
    other: 'request_id blocked_at',
  },
  person_marks: {
    rights: ['ra', 'ra', '', '', 'r'],
    retention: 'with the account; with paid orders five years after the last one',
    seen: 'only the server',
    personal: {
      buyer_id: ['in the clear', 'the buyer’s id'],
      mark: [
        'hash',
        'of a mailbox, the verifier’s applicant, a card, a bank account with its holder, a name with birth date, or a phone number, by a separate data key: finds the person’s other accounts',
      ],
    },
    other: 'kind',
  },
  devices: {
    rights: ['rawd', 'rd', '', '', ''],
    retention: 'with the account',
    seen: 'only the server',
    personal: {
      buyer_id: ['in the clear', 'the buyer’s id'],
      device_hash: ['hash', 'of the cookie'],
    },
    other: 'first_seen_at last_seen_at',
  },
  document_requests: {
    rights: ['rd', 'rawd', '', '', 'r'],
    retention: '30 days, or until one was accepted',
    seen: 'the operator’s staff, in the console',
    personal: {
      buyer_id: ['in the clear', 'the buyer’s id'],
    },
    other: 'request_id requested_at expires_at',
  },
  identity_checks: {
    rights: ['rawd', 'rawd', '', 'r', 'r'],
    retention: 'with the account; with paid orders five years after the last one',
    seen: 'the buyer; the operator’s staff, by `show`',
    personal: {
      buyer_id: ['in the clear', 'the buyer’s id'],
      applicant_id: ['in the clear', 'id of the buyer at the verifier, which stores the documents'],
      sealed: ['sealed', 'data that the verifier read from the documents'],
    },
    other: 'provider status retryable opened_at updated_at accepted_at',
  },
  identity_reviews: {
    rights: ['rawd', 'rawd', '', 'rw', 'r'],
    columns: {
      clerk: { w: ['status', 'decided_at'] },
    },
    retention: 'with the account; with paid orders five years after the last one',
    seen: 'the operator’s staff (compliance), by `list reviews`',
    personal: {
      buyer_id: ['in the clear', 'the buyer’s id'],
      subject: ['hash', 'of the reviewed data'],
      facts: [
        'in the clear',
        'names of fields that differ, or the list entry that is similar to the name; never what the buyer entered',
      ],
    },
    other: 'id reason status opened_at decided_at',
  },
  kyc_profiles: {
    rights: ['rawd', 'rd', '', 'rw', 'r'],
    columns: {
      clerk: { w: ['outcome', 'updated_at'] },
    },
    retention: 'with the account; with paid orders five years after the last one',
    seen: 'the buyer; the operator’s staff, by `show`, `export travel-rule`',
    personal: {
      buyer_id: ['in the clear', 'the buyer’s id'],
      screening: ['in the clear', 'the entry of the operator’s list that is similar to the name, and the score'],
      sealed: ['sealed', 'first and last name, date of birth, citizenship, city, purpose, telephone'],
    },
    other: 'outcome created_at updated_at name_changed_at',
  },
  login_codes: {
    rights: ['rawd', 'rd', '', '', ''],
    retention: 'a day and some hours',
    seen: 'only the server',
    personal: {
      email: ['in the clear', 'email address of the recipient; limits count by it'],
      code_hash: ['hash', 'of the code, salted; the code itself is not stored'],
      request_hash: ['hash', 'of the cookie `slipway_login`'],
      client: ['in the clear', 'IP address of the request (IPv6: its /64 network)'],
      device_hash: ['hash', 'of the cookie'],
      work_hash: ['hash', 'of the work'],
    },
    other: 'id salt tries_left created_at expires_at used_at',
  },
  mail_outbox: {
    rights: ['rad', 'rawd', '', '', 'r'],
    columns: {
      api: { r: ['id', 'recipient', 'sent_at'] },
      // To show whether a notification was sent, and since when it waits
      operator: { r: ['id', 'created_at', 'sent_at', 'refused'] },
    },
    retention: '30 days after they were sent',
    seen: 'the recipient of the email',
    personal: {
      recipient: ['in the clear', 'email address of the recipient'],
      subject: ['in the clear', 'empty for an email with a login code'],
      body: ['in the clear', 'an order’s number, amounts and wallet; empty for an email with a login code'],
      sealed: [
        'by a key of `SLIPWAY_SECRET`',
        'subject and text of an email with a login code, deleted once the email was sent',
      ],
    },
    other: 'id created_at leased_until sent_at refused',
  },
  minted_tokens: {
    rights: ['raw', 'rd', '', '', ''],
    retention: 'an hour after they expire',
    seen: 'only the server',
    personal: {
      token_hash: ['hash', 'of the token'],
      buyer_id: ['in the clear', 'the buyer’s id'],
    },
    other: 'partner_id expires_at used_at',
  },
  passkeys: {
    rights: ['rawd', 'rd', '', '', 'r'],
    columns: {
      // For a buyer's export; no column that opens an account or charges a card
      operator: { r: 'id buyer_id public_id transports browser system created_at last_used_at'.split(' ') },
    },
    retention: 'with the account',
    seen: 'the buyer; the operator’s staff (compliance), by `export-buyer`',
    personal: {
      buyer_id: ['in the clear', 'the buyer’s id'],
      public_key: ['in the clear', 'public'],
      browser: ['in the clear', 'kind of browser'],
      system: ['in the clear', 'kind of system'],
    },
    other: 'id public_id counter transports created_at last_used_at',
  },
  refused_answers: {
    rights: ['rawd', 'rd', '', '', ''],
    retention: 'with the account; with paid orders five years after the last one',
    seen: 'only the server',
    personal: {
      buyer_id: ['in the clear', 'the buyer’s id'],
    },
    other: 'field refused_at',
  },
  replaced_identity_checks: {
    rights: ['rd', 'rad', '', '', 'r'],
    retention: 'with the account; with paid orders five years after the last one',
    seen: 'the buyer; the operator’s staff (compliance), by `export-buyer`',
    personal: {
      buyer_id: ['in the clear', 'the buyer’s id'],
      verifier_reference: ['in the clear', 'id of the account at the verifier'],
      applicant_id: ['in the clear', 'id of the buyer at the verifier, which stores the documents'],
    },
    other: 'id provider status updated_at accepted_at replaced_at',
  },
  saved_addresses: {
    rights: ['rawd', 'rd', '', '', 'r'],
    retention: 'with the account',
    seen: 'the buyer; the operator’s staff (compliance), by `export-buyer`',
    personal: {
      buyer_id: ['in the clear', 'the buyer’s id'],
      address: ['in the clear', 'a wallet, public on its chain'],
      name: ['in the clear', 'the buyer’s name for the address'],
    },
    other: 'id crypto network created_at deleted_at',
  },
  saved_cards: {
    rights: ['rwd', 'rawd', '', '', 'r'],
    columns: {
      api: { w: ['buyer_id', 'deleted_at', 'brand', 'last4', 'expiry_month', 'expiry_year', 'fingerprint'] },
      operator: { r: 'id buyer_id brand last4 expiry_month expiry_year created_at deleted_at'.split(' ') },
    },
    retention: 'with the account',
    seen: 'the buyer; the acquirer; the operator’s staff (compliance), by `export-buyer`',
    personal: {
      buyer_id: ['in the clear', 'the buyer’s id'],
      payment_method_id: ['in the clear', 'id of the card at the acquirer'],
      brand: ['in the clear', 'brand of the card'],
      last4: ['in the clear', 'the last four digits; the card number never reaches Slipway'],
      expiry_month: ['in the clear', 'month of expiry of the card'],
      expiry_year: ['in the clear', 'year of expiry of the card'],
      fingerprint: ['in the clear', 'the acquirer’s id of the card number; risk rules count by it'],
    },
    other: 'id acquirer created_at deleted_at forgotten_at_acquirer_at forget_leased_until',
  },
  sessions: {
    rights: ['rawd', 'rd', '', 'rw', 'r'],
    columns: {
      // To end sessions
      clerk: { r: ['buyer_id', 'ended_at', 'expires_at'], w: ['ended_at'] },
      // To show when a buyer was logged in; no column that grants access
      operator: {
        r: 'id buyer_id browser system country created_at last_seen_at ended_at expires_at'.split(' '),
      },
    },
    retention: 'with the account',
    seen: 'the buyer; the operator’s staff, by `log-ins`; the operator’s staff (compliance), by `export-buyer`',
    personal: {
      buyer_id: ['in the clear', 'the buyer’s id'],
      token_hash: ['hash', 'of the token'],
      cookie_hash: ['hash', 'of the cookie'],
      browser: ['in the clear', 'kind of browser'],
      system: ['in the clear', 'kind of system'],
      country: ['in the clear', 'country of the IP address'],
    },
    other: 'id created_at last_seen_at expires_at ended_at public_id proved_at',
  },
  fixed_levels: {
    rights: ['r', 'rawd', '', 'r', 'r'],
    retention: 'until they end, or with the account',
    seen: 'the operator’s staff, in the console',
    personal: {
      buyer_id: ['in the clear', 'the buyer’s id'],
    },
    other: 'request_id level set_at ends_at',
  },
} satisfies TableDescriptions;
