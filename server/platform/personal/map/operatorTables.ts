import type { TableMap } from './tableMap.ts';

export const operatorTables = {
  alert_messages: {
    about: 'alerts that were told',
    retention: 'their text for 90 days',
    seen: 'the operator’s staff',
    personal: {
      body: ['in the clear', 'as `operator_alerts.facts`'],
      webhook_answer: ['in the clear', 'of the operator’s own receiver'],
    },
    other: 'id kind created_at webhook_due_at webhook_tries webhook_sent_at',
  },
  alert_notifications: {
    about: 'whom an alert was told to',
    retention: 'for good',
    seen: 'the operator’s staff',
    personal: {
      person: ['in the clear', 'a person who operates'],
    },
    other: 'id alert_id round channel message notified_at',
  },
  alert_watches: {
    about: 'who has an alert',
    retention: 'for good',
    seen: 'the operator’s staff',
    personal: {
      handed_to: ['in the clear', 'a person who operates'],
      holder: ['in the clear', 'a person who operates'],
    },
    other: 'alert_id round due_at seen_at seen_times known_facts quiet_until',
  },
  requested_addresses: {
    about: 'addresses of the operator’s staff, on their way',
    retention: 'until the clerk has taken them over, a day at most',
    seen: 'only the server',
    personal: {
      hash: ['hash', 'of the address and the salt'],
      mail: ['in the clear', 'the address of a person who operates'],
    },
    other: 'salt requested_at',
  },
  requested_statement_files: {
    about: 'files that need a second approval',
    retention: 'until they are decided about',
    seen: 'the operator’s staff',
    personal: {
      name: ['in the clear', 'of the file'],
      sealed: ['sealed', 'the file, with payers and accounts'],
    },
    other: 'request_id continue_from',
  },
  audit_seals: {
    about: 'seals of the history',
    retention: 'for good',
    seen: 'only the server',
    personal: {},
    other: 'line_id line_hash persons_head seal sealed_at id',
  },
  audit_trail: {
    about: 'the history of decisions',
    retention: 'for good',
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
    about: 'what the operator decides',
    retention: 'for good',
    seen: 'the operator’s staff',
    personal: {
      value: ['in the clear', 'of `reviewed-name` and `denied-address`: whom lists name'],
    },
    other: 'kind key changed_at',
  },
  console_mentions: {
    about: 'whom notes of the operator’s staff name',
    retention: 'for good: with the note',
    seen: 'the operator’s staff',
    personal: {
      person: ['in the clear', 'a person who operates'],
    },
    other: 'note_id beside notified_at message read_at',
  },
  console_notes: {
    about: 'notes of the operator’s staff',
    retention: 'for good',
    seen: 'the operator’s staff',
    personal: {
      subject: ['in the clear', 'the number of an order, a buyer’s id, a booking'],
      person: ['in the clear', 'a person who operates'],
      body: ['in the clear', 'whatever somebody wrote: not for documents and accounts'],
      mentions: ['in the clear', 'the operator’s staff'],
    },
    other: 'id about written_at',
  },
  console_presence: {
    about: 'who of the the operator’s staff has what open',
    retention: 'half a minute after the page was closed',
    seen: 'the operator’s staff',
    personal: {
      person: ['in the clear', 'a person who operates'],
      subject: ['in the clear', 'the number of an order, a buyer’s id, a booking'],
    },
    other: 'tab about lease_until',
  },
  console_sessions: {
    about: 'who is in the operators’ console',
    retention: '90 days',
    seen: 'the operator’s staff',
    personal: {
      token_hash: ['hash', 'of what the browser holds'],
      person: ['in the clear', 'a person who operates'],
      browser: ['in the clear', 'a word, without a version'],
      system: ['in the clear', 'a word, without a version'],
      sign_on_subject: ['in the clear', 'a person who operates, as the identity provider names them'],
    },
    other: 'key_id sign_on_issuer started_at active_at ended_at',
  },
  console_sign_ons: {
    about: 'visits to the identity provider that the console has begun',
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
    about: 'who works on what',
    retention: 'until it is put back',
    seen: 'the operator’s staff',
    personal: {
      subject: ['in the clear', 'the number of an order, a buyer’s id, a booking'],
      person: ['in the clear', 'a person who operates'],
    },
    other: 'about taken_at',
  },
  console_views: {
    about: 'lists as the operator’s staff have arranged them',
    retention: 'until they are dropped',
    seen: 'the operator’s staff',
    personal: {
      person: ['in the clear', 'a person who operates'],
      query: ['in the clear', 'what was looked for'],
    },
    other: 'id place name shared created_at',
  },
  on_call_periods: {
    about: 'who is on duty when',
    retention: 'for good',
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
    retention: 'for good',
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
    retention: 'for good',
    seen: 'the operator’s staff',
    personal: {
      facts: ['in the clear', 'numbers of rows, amounts and words of vendors; no name, address or account'],
    },
    other: 'id order_id kind created_at key settled_at settled_by times last_at notification_count',
  },
  operator_requests: {
    about: 'what the operator’s staff have asked for',
    retention: 'for good: the history',
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
    about: 'what the operator’s staff have signed',
    retention: 'for good: the history',
    seen: 'the operator’s staff',
    personal: {
      person: ['in the clear', 'a person who operates'],
      text: ['in the clear', 'as `operator_requests.input`'],
    },
    other: 'id hash nonce act signature credential_kind received_at',
  },
  person_addresses: {
    about: 'where the operator’s staff are told of alerts',
    retention: 'until the person says otherwise, or within an hour after their key was taken out',
    seen: 'only the server: others see whether there is one',
    personal: {
      person: ['in the clear', 'a person who operates'],
      mail: ['in the clear', 'their address'],
    },
    other: 'entered_at',
  },
  person_statements: {
    about: 'what was signed about the operator’s staff',
    retention: 'for good: the history',
    seen: 'the operator’s staff',
    personal: {
      text: ['in the clear', 'names and public keys of the operator’s staff'],
    },
    other: 'id hash signature received_at',
  },
  push_deliveries: {
    about: 'pushes to browsers of the operator’s staff',
    retention: 'for good',
    seen: 'only the server: others see whether one arrived',
    personal: {
      endpoint_hash: ['hash', 'of the browser’s address'],
    },
    other: 'message topic due_at tries sent_at answer',
  },
  push_subscriptions: {
    about: 'browsers that the operator’s staff are woken by',
    retention: 'until the person ends it, or within an hour after their key was taken out',
    seen: 'only the server: the person sees their own, without the address',
    personal: {
      endpoint_hash: ['hash', 'of the browser’s address'],
      person: ['in the clear', 'a person who operates'],
      endpoint: ['in the clear', 'the browser’s address at its push service'],
      p256dh: ['in the clear', 'the browser’s public key'],
      auth: ['in the clear', 'of the browser: whoever has it may encrypt for it, and needs the worker’s key to send'],
      browser: ['in the clear', 'a word, without a version'],
      system: ['in the clear', 'a word, without a version'],
    },
    other: 'created_at failed_tries fault gone_at',
  },
  sanctions_addresses: {
    about: 'lists',
    retention: 'for good: identifies no one',
    seen: 'only the server',
    personal: {},
    other: 'source address',
  },
  rejected_sanctions_lists: {
    about: 'editions of lists that are doubted',
    retention: 'for good: identifies no one',
    seen: 'the operator’s staff',
    personal: {},
    other: 'source hash reason facts doubted_at accepted_by',
  },
  sanctions_lists: {
    about: 'editions of lists',
    retention: 'for good: identifies no one',
    seen: 'the operator’s staff',
    personal: {},
    other: 'source version hash fetched_at published_at seal',
  },
  spent_statements: {
    about: 'statements that were done',
    retention: 'for good: identifies no one',
    seen: 'only the server',
    personal: {},
    other: 'hash spent_at',
  },
} satisfies TableMap;
