import type { TableMap } from './tableMap.ts';

export const partnerTables = {
  partner_change_requests: {
    about: 'changes requested by partners’ members',
    retention: 'indefinitely (identifies no one)',
    seen: 'the partner; the operator’s staff',
    personal: {},
    other: 'id partner_id kind requested member_id requested_at state decided_at reason operator_request_id',
  },
  partner_deliveries: {
    about: 'delivery attempts to partners',
    retention: 'with the event',
    seen: 'the partner; the operator’s staff',
    personal: {
      answer: ['in the clear', 'answer of the partner’s server'],
    },
    other: 'id event_entry try at status milliseconds',
  },
  partner_endpoints: {
    about: 'the endpoints of partners',
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'partner_id disabled_reason backoff_until backoff_count',
  },
  partner_events: {
    about: 'the events sent to partners',
    retention: '30 days after delivery',
    seen: 'the partner',
    personal: {
      body: ['in the clear', 'the order without the buyer; its references are deleted with the buyer’s data'],
    },
    other: 'entry id partner_id order_id lane sequence type created_at position delivery',
  },
  partner_keys: {
    about: 'keys of partners’ servers',
    retention: '30 days after they expire',
    seen: 'the operator’s staff',
    personal: {
      secret_hash: ['hash', 'of the key'],
    },
    other: 'key_id partner_id public_key created_at retires_at last_used_at',
  },
  partner_lanes: {
    about: 'the next events to deliver to partners',
    retention: 'indefinitely (identifies no one)',
    seen: 'only the server',
    personal: {},
    other: 'lane partner_id tries due_at leased_until lease',
  },
  partner_link_keys: {
    about: 'keys of partners’ links',
    retention: 'indefinitely',
    seen: 'only the server',
    personal: {
      sealed: ['by a key of `SLIPWAY_SECRET`', 'the key'],
    },
    other: 'id partner_id created_at retires_at',
  },
  partner_member_sessions: {
    about: 'logins of partners’ members',
    retention: '90 days',
    seen: 'only the server',
    personal: {
      token_hash: ['hash', 'of the session’s cookie'],
    },
    other: 'member_id started_at active_at ended_at',
  },
  partner_members: {
    about: 'partners’ members and their invitations',
    retention: '`sealed` until the member is removed; unused invitations 30 days',
    seen: 'the partner; the operator’s staff',
    personal: {
      sealed: ['sealed', 'name and email address'],
      invitation_hash: ['hash', 'of the invitation’s code'],
    },
    other: 'id partner_id role invited_at invitation_expires_at joined_at removed_at',
  },
  partner_nonces: {
    about: 'used signatures',
    retention: 'minutes',
    seen: 'only the server',
    personal: {},
    other: 'key_id nonce expires_at',
  },
  partner_page_checks: {
    about: 'partner pages that were checked',
    retention: '30 days',
    seen: 'the partner',
    personal: {},
    other: 'id partner_id page requested_at started_at finished_at results',
  },
  partner_passkeys: {
    about: 'passkeys of partners’ members',
    retention: 'until the member is removed',
    seen: 'only the server',
    personal: {
      member_id: ['in the clear', 'id of the member'],
      public_key: ['in the clear', 'public'],
    },
    other: 'id counter transports created_at last_used_at',
  },
  partner_payments: {
    about: 'paid partner shares',
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'entry_id partner_id asset units until request_id paid_at',
  },
  partner_refund_requests: {
    about: 'refund requests of partners',
    retention: 'the reason as long as the buyer’s data of the order',
    seen: 'the operator’s staff',
    personal: {
      reason: ['in the clear', 'the reason that the partner entered'],
    },
    other: 'id order_id partner_id key_id requested_at',
  },
  partner_secrets: {
    about: 'secrets for signing events',
    retention: 'indefinitely',
    seen: 'only the server',
    personal: {
      sealed: ['by a key of `SLIPWAY_SECRET`', 'the secret'],
    },
    other: 'id partner_id created_at retires_at',
  },
  partner_sessions: {
    about: 'purchase sessions of partners',
    retention: '30 days',
    seen: 'the buyer',
    personal: {
      terms: ['in the clear', 'the wallet, and the partner’s reference for the purchase'],
    },
    other: 'id partner_id opener_hash created_at expires_at opened_at proof_hash',
  },
  partner_writes: {
    about: 'idempotency keys of partners’ writes',
    retention: '30 days',
    seen: 'only the server',
    personal: {
      sealed_answer: ['by a key of `SLIPWAY_SECRET`', 'the answer'],
    },
    other: 'partner_id call idempotency_key request_hash created_at',
  },
} satisfies TableMap;
