import type { TableDescriptions } from './tableDescription.ts';

export const platformTables = {
  clock: {
    rights: ['r', 'r', 'r', 'r', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'only the server',
    personal: {},
    other: 'only_row offset_seconds',
  },
  heartbeats: {
    rights: ['raw', 'rawd', '', '', 'r'],
    retention: 'an hour after the process has ended',
    seen: 'the operator’s staff',
    personal: {},
    other: 'process role beat_at faults',
  },
  data_keys: {
    rights: ['rawd', 'rawd', '', 'rawd', 'raw'],
    columns: {
      // To lock a data key while rows are sealed with it
      api: { w: ['wrapped_at'] },
      clerk: { w: ['wrapped_at'] },
      operator: { w: ['wrapped_at'] },
    },
    retention: 'with the data that they encrypt',
    seen: 'only the server',
    personal: {
      subject: ['in the clear', 'id of a buyer, a file or a refund'],
      wrapped: ['wrapped by `PERSONAL_DATA_KEYS`', 'the key'],
    },
    other: 'id wrapped_by created_at wrapped_at',
  },
  rate_limits: {
    rights: ['raw', 'rd', '', '', ''],
    retention: 'for the minute that is counted; deleted within an hour',
    seen: 'only the server',
    personal: { key: ['in the clear', 'the budget, with the client’s IP address (IPv6: its /64 network)'] },
    other: 'points expire',
  },
  stream_holders: {
    rights: ['rawd', '', '', '', ''],
    retention: 'while they renew the row',
    seen: 'only the server',
    personal: {},
    other: 'id lease_until',
  },
  stream_places: {
    rights: ['rad', '', '', '', ''],
    retention: 'while they are open',
    seen: 'only the server',
    personal: { client: ['in the clear', 'IP address of the client (IPv6: its /64 network)'] },
    other: 'holder place',
  },
  schema_migrations: {
    rights: ['r', 'r', 'r', 'r', 'r'],
    retention: 'indefinitely (identifies no one)',
    seen: 'only the server',
    personal: {},
    other: 'number name applied_at',
  },
  webhook_inbox: {
    rights: ['ra', 'rw', '', '', ''],
    columns: {
      api: { r: ['id', 'provider', 'event_id'] },
      worker: { w: ['handled_at', 'raw_body', 'access_token'] },
    },
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
} satisfies TableDescriptions;
