import type { TableMap } from './tableMap.ts';

export const operatorTables = {
  alert_messages: {
    about: 'alert notifications',
    retention: 'their text for 90 days',
    seen: 'the operator’s staff',
    personal: {
      body: ['in the clear', 'as `operator_alerts.facts`'],
      webhook_answer: ['in the clear', 'of the operator’s own receiver'],
    },
    other: 'id kind created_at webhook_due_at webhook_tries webhook_sent_at',
  },
  alert_notifications: {
    about: 'recipients of alert notifications',
    retention: 'indefinitely',
    seen: 'the operator’s staff',
    personal: {
      person: ['in the clear', 'a person who operates'],
    },
    other: 'id alert_id round channel message notified_at',
  },
  alert_watches: {
    about: 'assignees of alerts',
    retention: 'indefinitely',
    seen: 'the operator’s staff',
    personal: {
      handed_to: ['in the clear', 'a person who operates'],
      holder: ['in the clear', 'a person who operates'],
    },
    other: 'alert_id round due_at seen_at seen_times known_facts quiet_until',
  },
  requested_addresses: {
    about: 'alert addresses of the operator’s staff in transit',
    retention: 'until they are stored encrypted, a day at most',
    seen: 'only the server',
    personal: {
      hash: ['hash', 'of the address and the salt'],
      mail: ['in the clear', 'the address of a person who operates'],
    },
    other: 'salt requested_at',
  },
  requested_statement_files: {
    about: 'files of requests that need a second approval',
    retention: 'until the request is decided',
    seen: 'the operator’s staff',
    personal: {
      name: ['in the clear', 'of the file'],
      sealed: ['sealed', 'the file, with payers and accounts'],
    },
    other: 'request_id continue_from',
  },
  audit_seals: {
    about: 'seals of the audit log',
    retention: 'indefinitely',
    seen: 'only the server',
    personal: {},
    other: 'line_id line_hash persons_head seal sealed_at id',
  },
  audit_trail: {
    about: 'the audit log',
    retention: 'indefinitely',
    seen: 'the operator’s staff',
    personal: {
      who: ['in the clear', 'a person who operates'],
      approved_by: ['in the clear', 'a person who operates'],
      why: ['in the clear', 'what that person typed'],
      before: ['in the clear', 'settings'],
      after: ['in the clear', 'settings'],
      subject: ['in the clear', 'of what was done about a buyer, or seen of one, the account’s id'],
    },
    other: 'id at action previous_hash hash',
  },
  configuration: {
    about: 'the configuration',
    retention: 'indefinitely',
    seen: 'the operator’s staff',
    personal: {
      value: ['in the clear', 'of `reviewed-name` and `denied-address`: whom lists name'],
    },
    other: 'kind key changed_at',
  },
  console_mentions: {
    about: 'mentions in staff notes',
    retention: 'indefinitely: with the note',
    seen: 'the operator’s staff',
    personal: {
      person: ['in the clear', 'a person who operates'],
    },
    other: 'note_id item_count notified_at message read_at',
  },
  console_notes: {
    about: 'staff notes',
    retention: 'indefinitely',
    seen: 'the operator’s staff',
    personal: {
      subject: ['in the clear', 'the number of an order, a buyer’s id, a booking'],
      person: ['in the clear', 'a person who operates'],
      body: ['in the clear', 'free text by a person: not for documents and accounts'],
      mentions: ['in the clear', 'the operator’s staff'],
    },
    other: 'id about written_at',
  },
  console_presence: {
    about: 'pages that the operator’s staff have open',
    retention: 'half a minute after the page is closed',
    seen: 'the operator’s staff',
    personal: {
      person: ['in the clear', 'a person who operates'],
      subject: ['in the clear', 'the number of an order, a buyer’s id, a booking'],
    },
    other: 'tab about lease_until',
  },
  console_sessions: {
    about: 'console sessions',
    retention: '90 days',
    seen: 'the operator’s staff',
    personal: {
      token_hash: ['hash', 'of what the browser holds'],
      person: ['in the clear', 'a person who operates'],
      browser: ['in the clear', 'the name, without a version'],
      system: ['in the clear', 'the name, without a version'],
      sign_on_subject: ['in the clear', 'a person who operates, as the identity provider names them'],
    },
    other: 'key_id sign_on_issuer started_at active_at ended_at',
  },
  console_sign_ons: {
    about: 'single sign-on attempts',
    retention: '10 minutes',
    seen: 'the operator’s staff',
    personal: {
      secret_hash: ['hash', 'of what the browser holds'],
      person: ['in the clear', 'a person who operates'],
      subject: ['in the clear', 'a person who operates, as the identity provider names them'],
    },
    other: 'return_to started_at answered_at issuer',
  },
  console_assignments: {
    about: 'assignments',
    retention: 'until it is unassigned',
    seen: 'the operator’s staff',
    personal: {
      subject: ['in the clear', 'the number of an order, a buyer’s id, a booking'],
      person: ['in the clear', 'a person who operates'],
    },
    other: 'about taken_at',
  },
  console_views: {
    about: 'saved list views of the operator’s staff',
    retention: 'until they are deleted',
    seen: 'the operator’s staff',
    personal: {
      person: ['in the clear', 'a person who operates'],
      query: ['in the clear', 'what was looked for'],
    },
    other: 'id place name shared created_at',
  },
  on_call_periods: {
    about: 'on-call duty',
    retention: 'indefinitely',
    seen: 'the operator’s staff',
    personal: {
      first: ['in the clear', 'a person who operates'],
      second: ['in the clear', 'a person who operates'],
      entered_by: ['in the clear', 'a person who operates'],
    },
    other: 'id from_at to_at entered_at',
  },
  invitations: {
    about: 'invitations of the operator’s staff',
    retention: 'indefinitely',
    seen: 'the operator’s staff',
    personal: {
      code_hash: ['hash', 'of the code'],
      name: ['in the clear', 'a person who operates'],
      invited_by: ['in the clear', 'a person who operates'],
      public_key: ['in the clear', 'public'],
      credential_id: ['in the clear', 'of a passkey: public'],
    },
    other:
      'id roles created_at expires_at credential_kind credential_form credential_origin passkey_challenge challenge_ends_at joined_at proof proof_signature',
  },
  operator_alerts: {
    about: 'alerts',
    retention: 'indefinitely',
    seen: 'the operator’s staff',
    personal: {
      facts: ['in the clear', 'numbers of rows, amounts and messages of vendors; no name, address or account'],
    },
    other: 'id order_id kind created_at key settled_at settled_by times last_at notification_count',
  },
  operator_requests: {
    about: 'requests of the operator’s staff',
    retention: 'indefinitely: the history',
    seen: 'the operator’s staff',
    personal: {
      subject: ['in the clear', 'of what is asked about a buyer, the account’s id'],
      input: [
        'in the clear',
        'of `pay-to`, `refund-by-bank` and `return`, the payee’s name and account, signed as it was typed; of `end-sessions`, the accounts’ ids; of `set-level`, what a person typed as evidence',
      ],
      who: ['in the clear', 'a person who operates'],
      why: ['in the clear', 'what that person typed'],
      approved_by: ['in the clear', 'a person who operates'],
    },
    other: 'id action status result created_at settled_at requested_with approved_with',
  },
  operator_statements: {
    about: 'statements signed by the operator’s staff',
    retention: 'indefinitely: the history',
    seen: 'the operator’s staff',
    personal: {
      person: ['in the clear', 'a person who operates'],
      text: ['in the clear', 'as `operator_requests.input`'],
    },
    other: 'id hash nonce act signature credential_kind received_at',
  },
  person_addresses: {
    about: 'how the operator’s staff get alerts',
    retention: 'until the person changes it, or within an hour after their key is removed',
    seen: 'only the server: others see whether there is one',
    personal: {
      person: ['in the clear', 'a person who operates'],
      mail: ['in the clear', 'their address'],
    },
    other: 'entered_at',
  },
  person_statements: {
    about: 'statements signed about the operator’s staff',
    retention: 'indefinitely: the history',
    seen: 'the operator’s staff',
    personal: {
      text: ['in the clear', 'names and public keys of the operator’s staff'],
    },
    other: 'id hash signature received_at',
  },
  push_deliveries: {
    about: 'push notifications to the operator’s staff',
    retention: 'indefinitely',
    seen: 'only the server: others see whether one arrived',
    personal: {
      endpoint_hash: ['hash', 'of the browser’s address'],
    },
    other: 'message topic due_at tries sent_at answer',
  },
  push_subscriptions: {
    about: 'browsers registered for push notifications',
    retention: 'until the person unregisters, or within an hour after their key is removed',
    seen: 'only the server: the person sees their own, without the address',
    personal: {
      endpoint_hash: ['hash', 'of the browser’s address'],
      person: ['in the clear', 'a person who operates'],
      endpoint: ['in the clear', 'the browser’s address at its push service'],
      p256dh: ['in the clear', 'the browser’s public key'],
      auth: [
        'in the clear',
        'of the browser: its holder can encrypt for the browser, and needs the worker’s key to send',
      ],
      browser: ['in the clear', 'the name, without a version'],
      system: ['in the clear', 'the name, without a version'],
    },
    other: 'created_at failed_tries fault gone_at',
  },
  sanctions_addresses: {
    about: 'sanctions lists',
    retention: 'indefinitely: identifies no one',
    seen: 'only the server',
    personal: {},
    other: 'source address',
  },
  rejected_sanctions_lists: {
    about: 'editions of sanctions lists that wait for an approval',
    retention: 'indefinitely: identifies no one',
    seen: 'the operator’s staff',
    personal: {},
    other: 'source hash reason facts doubted_at accepted_by',
  },
  sanctions_lists: {
    about: 'editions of sanctions lists',
    retention: 'indefinitely: identifies no one',
    seen: 'the operator’s staff',
    personal: {},
    other: 'source version hash fetched_at published_at seal',
  },
  spent_statements: {
    about: 'executed statements',
    retention: 'indefinitely: identifies no one',
    seen: 'only the server',
    personal: {},
    other: 'hash spent_at',
  },
} satisfies TableMap;
