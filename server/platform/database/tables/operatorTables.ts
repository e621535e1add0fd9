import type { TableDescriptions } from './tableDescription.ts';

/**
 * Columns that are inserted into tables whose rows chain to each other in the order of their numbers. A role that could choose
 * a number could break a chain for ever, or let its row remain the newest.
 */
const CHAINED_COLUMNS = {
  audit_seals: { a: 'line_id line_hash persons_head seal sealed_at'.split(' ') },
  audit_trail: { a: 'at who approved_by why action subject before after previous_hash hash'.split(' ') },
  operator_statements: { a: 'hash nonce person act text signature credential_kind received_at'.split(' ') },
  person_statements: { a: 'hash text signature received_at'.split(' ') },
} as const;

export const operatorTables = {
  alert_messages: {
    rights: ['', 'raw', '', '', 'r'],
    columns: {
      operator: { r: ['id', 'webhook_sent_at'] },
    },
    retention: 'their text for 90 days',
    seen: 'the operator’s staff',
    personal: {
      body: ['in the clear', 'as `operator_alerts.facts`'],
      webhook_answer: ['in the clear', 'answer of the operator’s receiver of alerts'],
    },
    other: 'id kind created_at webhook_due_at webhook_tries webhook_sent_at',
  },
  alert_notifications: {
    rights: ['', 'ra', '', '', 'r'],
    retention: 'indefinitely',
    seen: 'the operator’s staff',
    personal: {
      person: ['in the clear', 'a staff member'],
    },
    other: 'id alert_id round channel message notified_at',
  },
  alert_watches: {
    rights: ['', 'raw', '', 'raw', 'r'],
    retention: 'indefinitely',
    seen: 'the operator’s staff',
    personal: {
      handed_to: ['in the clear', 'a staff member'],
      holder: ['in the clear', 'a staff member'],
    },
    other: 'alert_id round due_at seen_at seen_times known_facts quiet_until',
  },
  requested_addresses: {
    rights: ['', 'rd', '', 'rd', 'a'],
    retention: 'until a worker moves them to `person_addresses`, at most a day',
    seen: 'only the server',
    personal: {
      hash: ['hash', 'of the address and the salt'],
      mail: ['in the clear', 'email address of a staff member'],
    },
    other: 'salt requested_at',
  },
  requested_statement_files: {
    rights: ['', '', '', 'rd', 'ra'],
    retention: 'until the request is decided',
    seen: 'the operator’s staff',
    personal: {
      name: ['in the clear', 'name of the file'],
      sealed: ['sealed', 'the file, with payers and accounts'],
    },
    other: 'request_id continue_from',
  },
  audit_seals: {
    rights: ['', 'ra', '', 'r', 'r'],
    columns: { worker: CHAINED_COLUMNS.audit_seals },
    retention: 'indefinitely',
    seen: 'only the server',
    personal: {},
    other: 'line_id line_hash persons_head seal sealed_at id',
  },
  audit_trail: {
    rights: ['', 'ra', '', 'ra', 'ra'],
    columns: {
      worker: CHAINED_COLUMNS.audit_trail,
      clerk: CHAINED_COLUMNS.audit_trail,
      operator: CHAINED_COLUMNS.audit_trail,
    },
    retention: 'indefinitely',
    seen: 'the operator’s staff',
    personal: {
      who: ['in the clear', 'a staff member'],
      approved_by: ['in the clear', 'a staff member'],
      why: ['in the clear', 'the reason that the person entered'],
      before: ['in the clear', 'settings'],
      after: ['in the clear', 'settings'],
      subject: ['in the clear', 'the account’s id, if an action or a display concerned a buyer'],
    },
    other: 'id at action previous_hash hash',
  },
  configuration: {
    rights: ['r', 'r', 'r', 'rawd', 'r'],
    retention: 'indefinitely',
    seen: 'the operator’s staff',
    personal: {
      value: ['in the clear', 'in rows `reviewed-name` and `denied-address`: names and addresses on lists'],
    },
    other: 'kind key changed_at',
  },
  configuration_seeds: {
    rights: ['r', 'r', 'r', 'r', 'r'],
    retention: 'indefinitely',
    seen: 'only the server',
    personal: {},
    other: 'kind key',
  },
  console_mentions: {
    rights: ['', 'rw', '', '', 'raw'],
    columns: {
      // Only the worker records notifications.
      operator: { w: ['read_at'] },
    },
    retention: 'indefinitely, with the note',
    seen: 'the operator’s staff',
    personal: {
      person: ['in the clear', 'a staff member'],
    },
    other: 'note_id item_count notified_at message read_at',
  },
  console_notes: {
    rights: ['', 'r', '', '', 'ra'],
    retention: 'indefinitely',
    seen: 'the operator’s staff',
    personal: {
      subject: ['in the clear', 'the number of an order, a buyer’s id, a booking'],
      person: ['in the clear', 'a staff member'],
      body: ['in the clear', 'free text; must not contain data of documents and accounts'],
      mentions: ['in the clear', 'the operator’s staff'],
    },
    other: 'id about written_at',
  },
  console_presence: {
    rights: ['', '', '', '', 'rawd'],
    retention: 'half a minute after the page is closed',
    seen: 'the operator’s staff',
    personal: {
      person: ['in the clear', 'a staff member'],
      subject: ['in the clear', 'the number of an order, a buyer’s id, a booking'],
    },
    other: 'tab about lease_until',
  },
  console_sessions: {
    rights: ['', 'rd', '', '', 'raw'],
    columns: {
      operator: { w: ['active_at', 'ended_at'] },
    },
    retention: '90 days',
    seen: 'the operator’s staff',
    personal: {
      token_hash: ['hash', 'of the browser’s cookie'],
      person: ['in the clear', 'a staff member'],
      browser: ['in the clear', 'the name, without a version'],
      system: ['in the clear', 'the name, without a version'],
      sign_on_subject: ['in the clear', 'the identity provider’s id of a staff member'],
    },
    other: 'key_id sign_on_issuer started_at active_at ended_at',
  },
  console_sign_ons: {
    rights: ['', 'rd', '', '', 'raw'],
    columns: {
      operator: { w: ['answered_at', 'issuer', 'subject'] },
    },
    retention: '10 minutes',
    seen: 'the operator’s staff',
    personal: {
      secret_hash: ['hash', 'of the browser’s cookie'],
      person: ['in the clear', 'a staff member'],
      subject: ['in the clear', 'the identity provider’s id of a staff member'],
    },
    other: 'return_to started_at answered_at issuer',
  },
  console_assignments: {
    rights: ['', '', '', '', 'rawd'],
    retention: 'until it is unassigned',
    seen: 'the operator’s staff',
    personal: {
      subject: ['in the clear', 'the number of an order, a buyer’s id, a booking'],
      person: ['in the clear', 'a staff member'],
    },
    other: 'about taken_at',
  },
  console_views: {
    rights: ['', '', '', '', 'rad'],
    retention: 'until they are deleted',
    seen: 'the operator’s staff',
    personal: {
      person: ['in the clear', 'a staff member'],
      query: ['in the clear', 'the search'],
    },
    other: 'id place name shared created_at',
  },
  on_call_periods: {
    rights: ['', 'r', '', 'ra', 'r'],
    retention: 'indefinitely',
    seen: 'the operator’s staff',
    personal: {
      first: ['in the clear', 'a staff member'],
      second: ['in the clear', 'a staff member'],
      entered_by: ['in the clear', 'a staff member'],
    },
    other: 'id from_at to_at entered_at',
  },
  invitations: {
    rights: ['', '', '', '', 'raw'],
    retention: 'indefinitely',
    seen: 'the operator’s staff',
    personal: {
      code_hash: ['hash', 'of the code'],
      name: ['in the clear', 'a staff member'],
      invited_by: ['in the clear', 'a staff member'],
      public_key: ['in the clear', 'public'],
      credential_id: ['in the clear', 'id of a passkey, public'],
    },
    other:
      'id roles created_at expires_at credential_kind credential_form credential_origin passkey_challenge challenge_ends_at joined_at proof proof_signature',
  },
  operator_alerts: {
    rights: ['raw', 'raw', '', 'raw', 'raw'],
    columns: {
      api: { w: ['times', 'last_at', 'settled_at', 'settled_by'] },
      clerk: { w: ['key', 'facts', 'times', 'last_at', 'settled_at', 'settled_by'] },
      operator: { w: ['times', 'last_at'] },
    },
    retention: 'indefinitely',
    seen: 'the operator’s staff',
    personal: {
      facts: ['in the clear', 'numbers of rows, amounts and messages of vendors; no name, address or account'],
    },
    other: 'id order_id kind created_at key settled_at settled_by times last_at notification_count',
  },
  operator_requests: {
    rights: ['', 'rw', 'r', 'rw', 'raw'],
    columns: {
      worker: { w: ['status', 'result', 'settled_at'] },
      clerk: { w: ['status', 'result', 'settled_at'] },
      operator: { w: ['status', 'approved_by', 'approved_with', 'settled_at', 'result'] },
    },
    retention: 'indefinitely, as part of the history',
    seen: 'the operator’s staff',
    personal: {
      subject: ['in the clear', 'the account’s id, if the request concerns a buyer'],
      input: [
        'in the clear',
        'for `pay-to`, `refund-by-bank` and `return`: the payee’s name and account, as entered and signed; for `end-sessions`: the accounts’ ids; for `set-level`: the evidence that a person entered; for `place-legal-hold` and `lift-legal-hold`: the authority’s case',
      ],
      who: ['in the clear', 'a staff member'],
      why: ['in the clear', 'the reason that the person entered'],
      approved_by: ['in the clear', 'a staff member'],
    },
    other: 'id action status result created_at settled_at requested_with approved_with',
  },
  operator_statements: {
    rights: ['', 'r', 'r', 'r', 'ra'],
    columns: { operator: CHAINED_COLUMNS.operator_statements },
    retention: 'indefinitely, as part of the history',
    seen: 'the operator’s staff',
    personal: {
      person: ['in the clear', 'a staff member'],
      text: ['in the clear', 'as `operator_requests.input`'],
    },
    other: 'id hash nonce act signature credential_kind received_at',
  },
  person_addresses: {
    rights: ['', 'rd', '', 'rawd', 'r'],
    columns: {
      // To check whether a person has an address
      operator: { r: ['person'] },
    },
    retention: 'until the person changes it, or within an hour after their key is removed',
    seen: 'only the server; the operator’s staff see whether there is an address',
    personal: {
      person: ['in the clear', 'a staff member'],
      mail: ['in the clear', 'the person’s email address'],
    },
    other: 'entered_at',
  },
  person_statements: {
    rights: ['', 'r', 'r', 'r', 'ra'],
    columns: { operator: CHAINED_COLUMNS.person_statements },
    retention: 'indefinitely, as part of the history',
    seen: 'the operator’s staff',
    personal: {
      text: ['in the clear', 'names and public keys of the operator’s staff'],
    },
    other: 'id hash signature received_at',
  },
  push_deliveries: {
    rights: ['', 'raw', '', '', 'r'],
    columns: {
      operator: { r: ['message', 'due_at', 'sent_at'] },
    },
    retention: 'indefinitely',
    seen: 'only the server; the operator’s staff see whether one arrived',
    personal: {
      endpoint_hash: ['hash', 'of the browser’s address'],
    },
    other: 'message topic due_at tries sent_at answer',
  },
  push_subscriptions: {
    rights: ['', 'rwd', '', 'r', 'rad'],
    columns: {
      worker: { w: ['failed_tries', 'fault', 'gone_at'] },
      // To check whether a person has a phone
      clerk: { r: ['person', 'gone_at'] },
      // Only the worker reads the columns needed to push to a phone.
      operator: {
        r: ['endpoint_hash', 'person', 'browser', 'system', 'created_at', 'failed_tries', 'fault', 'gone_at'],
      },
    },
    retention: 'until the person unregisters, or within an hour after their key is removed',
    seen: 'only the server; the person sees their own, without the address',
    personal: {
      endpoint_hash: ['hash', 'of the browser’s address'],
      person: ['in the clear', 'a staff member'],
      endpoint: ['in the clear', 'the browser’s address at its push service'],
      p256dh: ['in the clear', 'the browser’s public key'],
      auth: [
        'in the clear',
        'the browser’s secret for the encryption of pushes; sending them also needs the worker’s key',
      ],
      browser: ['in the clear', 'the name, without a version'],
      system: ['in the clear', 'the name, without a version'],
    },
    other: 'created_at failed_tries fault gone_at',
  },
  sanctions_addresses: {
    rights: ['r', 'rad', 'r', '', ''],
    retention: 'indefinitely (identifies no one)',
    seen: 'only the server',
    personal: {},
    other: 'source address',
  },
  rejected_sanctions_lists: {
    rights: ['', 'rad', '', 'rw', 'r'],
    columns: {
      clerk: { w: ['accepted_by'] },
    },
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'source hash reason facts doubted_at accepted_by',
  },
  sanctions_lists: {
    rights: ['r', 'raw', 'r', '', ''],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'source version hash fetched_at published_at seal',
  },
  spent_statements: {
    rights: ['', 'ra', '', 'ra', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'only the server',
    personal: {},
    other: 'hash spent_at',
  },
} satisfies TableDescriptions;
