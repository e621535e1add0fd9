import type { TableMap } from './tableMap.ts';

export const partnerTables = {
  partner_change_requests: {
    about: 'changes that partners’ people request',
    retention: 'for good: identifies no one',
    seen: 'the partner; the operator’s staff',
    personal: {},
    other: 'id partner_id kind requested member_id requested_at state decided_at reason operator_request_id',
  },
  partner_deliveries: {
    about: 'what partners answered',
    retention: 'with the event',
    seen: 'the partner; the operator’s staff',
    personal: {
      answer: ['in the clear', 'of the partner’s server'],
    },
    other: 'id event_entry try at status milliseconds',
  },
  partner_endpoints: {
    about: 'where partners are told',
    retention: 'for good: identifies no one',
    seen: 'the operator’s staff',
    personal: {},
    other: 'partner_id disabled_reason backoff_until backoff_count',
  },
  partner_events: {
    about: 'what partners are told',
    retention: '30 days after it was taken',
    seen: 'the partner',
    personal: {
      body: ['in the clear', 'an order without its person; references are emptied with it'],
    },
    other: 'entry id partner_id order_id lane sequence type created_at position delivery',
  },
  partner_keys: {
    about: 'keys of partners’ servers',
    retention: '30 days after they are good no longer',
    seen: 'the operator’s staff',
    personal: {
      secret_hash: ['hash', 'of the key'],
    },
    other: 'key_id partner_id public_key created_at retires_at last_used_at',
  },
  partner_lanes: {
    about: 'what partners are told next',
    retention: 'for good: identifies no one',
    seen: 'only the server',
    personal: {},
    other: 'lane partner_id tries due_at leased_until lease',
  },
  partner_link_keys: {
    about: 'keys of partners’ links',
    retention: 'for good',
    seen: 'only the server',
    personal: {
      sealed: ['by a key of `SLIPWAY_SECRET`', 'the key'],
    },
    other: 'id partner_id created_at retires_at',
  },
  partner_member_sessions: {
    about: 'logins of partners’ people',
    retention: '90 days',
    seen: 'only the server',
    personal: {
      token_hash: ['hash', 'of the session’s cookie'],
    },
    other: 'member_id started_at active_at ended_at',
  },
  partner_members: {
    about: 'people of partners, and their invitations',
    retention: '`sealed` until the member is removed; unused invitations 30 days',
    seen: 'the partner; the operator’s staff',
    personal: {
      sealed: ['sealed', 'name and email address'],
      invitation_hash: ['hash', 'of the invitation’s code'],
    },
    other: 'id partner_id role invited_at invitation_expires_at joined_at removed_at',
  },
  partner_nonces: {
    about: 'signatures that were used',
    retention: 'minutes',
    seen: 'only the server',
    personal: {},
    other: 'key_id nonce expires_at',
  },
  partner_page_checks: {
    about: 'pages of partners that were checked',
    retention: '30 days',
    seen: 'the partner',
    personal: {},
    other: 'id partner_id page requested_at started_at finished_at results',
  },
  partner_passkeys: {
    about: 'passkeys of partners’ people',
    retention: 'until the member is removed',
    seen: 'only the server',
    personal: {
      member_id: ['in the clear', 'whose'],
      public_key: ['in the clear', 'public'],
    },
    other: 'id counter transports created_at last_used_at',
  },
  partner_payments: {
    about: 'shares that partners were paid',
    retention: 'for good: identifies no one',
    seen: 'the operator’s staff',
    personal: {},
    other: 'entry_id partner_id asset units until request_id paid_at',
  },
  partner_refund_requests: {
    about: 'refunds that partners ask for',
    retention: 'the reason with the order’s person',
    seen: 'the operator’s staff',
    personal: {
      reason: ['in the clear', 'what the partner typed'],
    },
    other: 'id order_id partner_id key_id requested_at',
  },
  partner_secrets: {
    about: 'secrets that sign events',
    retention: 'for good',
    seen: 'only the server',
    personal: {
      sealed: ['by a key of `SLIPWAY_SECRET`', 'the secret'],
    },
    other: 'id partner_id created_at retires_at',
  },
  partner_sessions: {
    about: 'what a partner fixes for a purchase',
    retention: '30 days',
    seen: 'the buyer',
    personal: {
      terms: ['in the clear', 'the wallet, and what the partner calls the purchase'],
    },
    other: 'id partner_id opener_hash created_at expires_at opened_at proof_hash',
  },
  partner_writes: {
    about: 'writes that are done once',
    retention: '30 days',
    seen: 'only the server',
    personal: {
      sealed_answer: ['by a key of `SLIPWAY_SECRET`', 'what was answered'],
    },
    other: 'partner_id call idempotency_key request_hash created_at',
  },
} satisfies TableMap;
