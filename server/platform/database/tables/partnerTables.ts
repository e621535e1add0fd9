import type { TableDescriptions } from './tableDescription.ts';

export const partnerTables = {
  partner_change_requests: {
    rights: ['raw', '', '', 'rw', 'r'],
    columns: {
      api: { w: ['state', 'decided_at'] },
      clerk: { w: ['state', 'decided_at', 'reason', 'operator_request_id'] },
    },
    retention: 'indefinitely (identifies no one)',
    seen: 'the partner; the operator’s staff',
    personal: {},
    other: 'id partner_id kind requested member_id requested_at state decided_at reason operator_request_id',
  },
  partner_deliveries: {
    rights: ['r', 'rad', '', 'r', 'r'],
    retention: 'with the event',
    seen: 'the partner; the operator’s staff',
    personal: {
      answer: ['in the clear', 'answer of the partner’s server'],
    },
    other: 'id event_entry try at status milliseconds',
  },
  partner_endpoints: {
    rights: ['r', 'rw', '', 'raw', 'r'],
    columns: {
      worker: { w: ['disabled_reason', 'backoff_until', 'backoff_count'] },
    },
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'partner_id disabled_reason backoff_until backoff_count',
  },
  partner_events: {
    rights: ['raw', 'rawd', '', 'raw', 'r'],
    columns: {
      // For a partner's member who resends an event
      api: { w: ['body', 'delivery'] },
    },
    retention: '30 days after delivery',
    seen: 'the partner',
    personal: {
      body: ['in the clear', 'the order without the buyer; its references are deleted with the buyer’s data'],
    },
    other: 'entry id partner_id order_id lane sequence type created_at position delivery',
  },
  partner_keys: {
    rights: ['rw', 'rd', '', 'raw', 'r'],
    columns: {
      api: { w: ['last_used_at'] },
      // Never a hash
      worker: { r: ['key_id', 'partner_id', 'created_at', 'retires_at', 'last_used_at'] },
      // A secret is shown only to its requester: it cannot be read from here.
      clerk: { r: ['key_id', 'partner_id', 'created_at', 'retires_at', 'last_used_at'], w: ['retires_at'] },
      operator: { r: ['key_id', 'partner_id', 'created_at', 'retires_at', 'last_used_at'] },
    },
    retention: '30 days after they expire',
    seen: 'the operator’s staff',
    personal: {
      secret_hash: ['hash', 'of the key'],
    },
    other: 'key_id partner_id public_key created_at retires_at last_used_at',
  },
  partner_lanes: {
    rights: ['raw', 'rawd', '', 'raw', 'r'],
    columns: {
      api: { w: ['partner_id', 'tries', 'due_at'] },
    },
    retention: 'indefinitely (identifies no one)',
    seen: 'only the server',
    personal: {},
    other: 'lane partner_id tries due_at leased_until lease',
  },
  partner_link_keys: {
    rights: ['r', 'rw', '', 'raw', 'r'],
    columns: {
      clerk: { r: ['id', 'partner_id', 'created_at', 'retires_at'], w: ['retires_at'] },
      operator: { r: ['id', 'partner_id', 'created_at', 'retires_at'] },
    },
    retention: 'indefinitely',
    seen: 'only the server',
    personal: {
      sealed: ['by a key of `SLIPWAY_SECRET`', 'the key'],
    },
    other: 'id partner_id created_at retires_at',
  },
  partner_member_sessions: {
    rights: ['raw', 'rd', '', '', ''],
    columns: {
      api: { w: ['active_at', 'ended_at'] },
      worker: { r: ['started_at'] },
    },
    retention: '90 days',
    seen: 'only the server',
    personal: {
      token_hash: ['hash', 'of the session’s cookie'],
    },
    other: 'member_id started_at active_at ended_at',
  },
  partner_members: {
    rights: ['raw', 'rd', '', 'a', 'r'],
    columns: {
      api: { w: ['sealed', 'invitation_hash', 'joined_at', 'removed_at'] },
      // To delete old ones
      worker: { r: ['joined_at', 'invitation_expires_at'] },
      // No column that opens an invitation
      operator: {
        r: 'id partner_id role sealed invited_at invitation_expires_at joined_at removed_at'.split(' '),
      },
    },
    retention: '`sealed` until the member is removed; unused invitations 30 days',
    seen: 'the partner; the operator’s staff',
    personal: {
      sealed: ['sealed', 'name and email address'],
      invitation_hash: ['hash', 'of the invitation’s code'],
    },
    other: 'id partner_id role invited_at invitation_expires_at joined_at removed_at',
  },
  partner_nonces: {
    rights: ['ra', 'rd', '', '', ''],
    retention: 'minutes',
    seen: 'only the server',
    personal: {},
    other: 'key_id nonce expires_at',
  },
  partner_page_checks: {
    rights: ['ra', 'rwd', '', '', ''],
    columns: {
      worker: { w: ['started_at', 'finished_at', 'results'] },
    },
    retention: '30 days',
    seen: 'the partner',
    personal: {},
    other: 'id partner_id page requested_at started_at finished_at results',
  },
  partner_passkeys: {
    rights: ['rawd', '', '', '', ''],
    columns: {
      api: { w: ['counter', 'last_used_at'] },
    },
    retention: 'until the member is removed',
    seen: 'only the server',
    personal: {
      member_id: ['in the clear', 'id of the member'],
      public_key: ['in the clear', 'public'],
    },
    other: 'id counter transports created_at last_used_at',
  },
  partner_payments: {
    rights: ['', '', '', 'rad', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'the operator’s staff',
    personal: {},
    other: 'entry_id partner_id asset units until request_id paid_at',
  },
  partner_refund_requests: {
    rights: ['raw', 'rw', '', 'r', 'r'],
    columns: {
      api: { w: ['reason'] },
    },
    retention: 'the reason as long as the buyer’s data of the order',
    seen: 'the operator’s staff',
    personal: {
      reason: ['in the clear', 'the reason that the partner entered'],
    },
    other: 'id order_id partner_id key_id requested_at',
  },
  partner_secrets: {
    rights: ['r', 'rwd', '', 'raw', 'r'],
    columns: {
      // To show when a secret was made; never the secret
      api: { r: ['id', 'partner_id', 'created_at', 'retires_at'] },
      clerk: { r: ['id', 'partner_id', 'created_at', 'retires_at'], w: ['retires_at'] },
      operator: { r: ['id', 'partner_id', 'created_at', 'retires_at'] },
    },
    retention: 'indefinitely',
    seen: 'only the server',
    personal: {
      sealed: ['by a key of `SLIPWAY_SECRET`', 'the secret'],
    },
    other: 'id partner_id created_at retires_at',
  },
  partner_sessions: {
    rights: ['raw', 'rd', '', '', ''],
    columns: {
      api: { w: ['opened_at', 'proof_hash'] },
    },
    retention: '30 days',
    seen: 'the buyer',
    personal: {
      terms: ['in the clear', 'the wallet, and the partner’s reference for the purchase'],
    },
    other: 'id partner_id opener_hash created_at expires_at opened_at proof_hash',
  },
  partner_writes: {
    rights: ['raw', 'rd', '', '', ''],
    columns: {
      api: { w: ['sealed_answer'] },
    },
    retention: '30 days',
    seen: 'only the server',
    personal: {
      sealed_answer: ['by a key of `SLIPWAY_SECRET`', 'the answer'],
    },
    other: 'partner_id call idempotency_key request_hash created_at',
  },
} satisfies TableDescriptions;
