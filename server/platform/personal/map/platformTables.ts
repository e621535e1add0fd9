import type { TableMap } from './tableMap.ts';

export const platformTables = {
  clock: {
    about: 'the sandbox’s clock',
    retention: 'indefinitely (identifies no one)',
    seen: 'only the server',
    personal: {},
    other: 'only_row offset_seconds',
  },
  heartbeats: {
    about: 'results of each process’s health checks',
    retention: 'an hour after the process has ended',
    seen: 'the operator’s staff',
    personal: {},
    other: 'process role beat_at faults',
  },
  data_keys: {
    about: 'data keys',
    retention: 'with the data that they encrypt',
    seen: 'only the server',
    personal: {
      subject: ['in the clear', 'id of a buyer, a file or a refund'],
      wrapped: ['wrapped by `PERSONAL_DATA_KEYS`', 'the key'],
    },
    other: 'id wrapped_by created_at wrapped_at',
  },
  rate_limits: {
    about: 'rate limit counts of clients and partners’ keys',
    retention: 'for the minute that is counted; deleted within an hour',
    seen: 'only the server',
    personal: { key: ['in the clear', 'the budget, with the client’s IP address (IPv6: its /64 network)'] },
    other: 'points expire',
  },
  stream_holders: {
    about: 'processes that stream order changes',
    retention: 'while they renew the row',
    seen: 'only the server',
    personal: {},
    other: 'id lease_until',
  },
  stream_places: {
    about: 'open streams',
    retention: 'while they are open',
    seen: 'only the server',
    personal: { client: ['in the clear', 'IP address of the client (IPv6: its /64 network)'] },
    other: 'holder place',
  },
  schema_migrations: {
    about: 'applied migrations',
    retention: 'indefinitely (identifies no one)',
    seen: 'only the server',
    personal: {},
    other: 'number name applied_at',
  },
  webhook_inbox: {
    about: 'webhooks',
    retention: 'the body for 30 days after processing; its hash indefinitely',
    seen: 'only the server',
    personal: {
      subject_id: ['in the clear', 'id of the payment, the applicant or the order'],
      raw_body: ['in the clear', 'as the vendor sent it: the vendor’s ids, and in some cases data of the payer'],
      access_token: ['in the clear', 'opens the purchase at its provider; deleted with the body'],
      body_hash: ['hash', 'of the body'],
    },
    other: 'id provider event_id kind received_at handled_at provider_order_id',
  },
} satisfies TableMap;
