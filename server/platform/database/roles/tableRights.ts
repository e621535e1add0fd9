import type { RoleName } from './roleNames.ts';

/**
 * What a role may do with the rows of a table, in PostgreSQL's own letters: `r` reads, `a` adds, `w` changes, `d` deletes
 * (https://www.postgresql.org/docs/current/ddl-priv.html). Nobody may more: only the owner empties, alters or creates.
 */
export type TableRights = '' | 'r' | 'a' | 'ra' | 'rw' | 'rd' | 'raw' | 'rad' | 'rwd' | 'rawd';

type Row = readonly [
  api: TableRights,
  worker: TableRights,
  signer: TableRights,
  clerk: TableRights,
  operator: TableRights,
];

const nobody: Row = ['', '', '', '', ''];

/**
 * Every table and view, and what each role may: the least with which its process works. A table without a row fails the
 * tests, and no role may touch it. Where a role may only some columns of a table, {@link columnRights} says which.
 */
export const tableRights = {
  // The database itself
  schema_migrations: ['r', 'r', 'r', 'r', 'r'],
  clock: ['r', 'r', 'r', 'r', 'r'],

  // Keys of what is sealed: those of the host open them
  data_keys: ['rawd', 'rawd', '', 'rawd', 'raw'],

  // What the operator decides. The api and the worker follow it; the clerk writes it, as persons have signed.
  configuration: ['r', 'r', 'r', 'rawd', 'r'],
  operator_requests: ['', 'rw', 'r', 'rw', 'raw'],
  asked_statement_files: ['', '', '', 'rd', 'ra'],
  evidence_by_hand: ['', 'rwd', '', '', 'ra'],
  evidence_files: ['', 'rwd', '', '', 'ra'],

  // Who operates, and what was decided: nobody changes a line.
  person_statements: ['', 'r', 'r', 'r', 'ra'],
  operator_statements: ['', 'r', 'r', 'r', 'ra'],
  spent_statements: ['', 'ra', '', 'ra', 'r'],
  invitations: ['', '', '', '', 'raw'],
  console_sessions: ['', 'rd', '', '', 'raw'],
  console_sign_ons: ['', 'rd', '', '', 'raw'],
  console_notes: ['', 'r', '', '', 'ra'],
  console_takes: ['', '', '', '', 'rawd'],
  console_mentions: ['', 'rw', '', '', 'raw'],
  console_presence: ['', '', '', '', 'rawd'],
  console_views: ['', '', '', '', 'rad'],
  audit_trail: ['', 'ra', '', 'ra', 'ra'],
  audit_seals: ['', 'ra', '', 'r', 'r'],

  // Prices and rates
  market_prices: ['r', 'raw', '', 'r', 'r'],
  price_history: ['r', 'rad', '', '', ''],
  fiat_rates: ['r', 'raw', '', 'r', 'r'],
  network_fees: ['r', 'raw', '', 'r', 'r'],
  chain_tips: ['', 'raw', '', '', 'r'],

  // Buyers
  buyers: ['rawd', 'rwd', '', 'rw', 'r'],
  login_codes: ['rawd', 'rd', '', '', ''],
  sessions: ['rawd', 'rd', '', 'rw', 'r'],
  devices: ['rawd', 'rd', '', '', ''],
  passkeys: ['rawd', 'rd', '', '', 'r'],
  answered_challenges: ['ra', 'rd', '', '', ''],
  minted_tokens: ['raw', 'rd', '', '', ''],
  access_log: ['rawd', 'rd', '', '', 'r'],
  kyc_profiles: ['rawd', 'rd', '', 'rw', 'r'],
  identity_checks: ['rawd', 'rawd', '', 'r', 'r'],
  identity_reviews: ['rawd', 'rawd', '', 'rw', 'r'],
  person_marks: ['ra', 'ra', '', '', 'r'],
  identity_reservations: ['ra', 'ra', '', '', 'r'],
  risk_reservations: ['ra', 'ra', '', '', 'r'],
  // Compliance decides, and a worker does it; a document that is accepted ends what was asked for.
  buyer_blocks: ['r', 'rawd', '', '', 'r'],
  document_requests: ['rd', 'rawd', '', '', 'r'],
  set_levels: ['r', 'rawd', '', 'r', 'r'],
  refused_answers: ['rawd', 'rd', '', '', ''],
  saved_addresses: ['rawd', 'rd', '', '', 'r'],
  saved_cards: ['rwd', 'rawd', '', '', 'r'],
  billing_addresses: ['rawd', 'rd', '', '', 'r'],
  mail_outbox: ['rad', 'rawd', '', '', 'r'],
  webhook_inbox: ['ra', 'rw', '', '', ''],

  // What api processes count together
  rate_limits: ['raw', 'rd', '', '', ''],
  stream_holders: ['rawd', '', '', '', ''],
  stream_places: ['rad', '', '', '', ''],

  // Orders
  orders: ['raw', 'rw', 'r', 'r', 'r'],
  // Written by a trigger of orders, and summed up, as the owner
  ended_orders: ['r', 'r', '', '', ''],
  ended_order_changes: ['r', 'r', '', '', ''],
  order_events: ['ra', 'ra', '', 'r', 'r'],
  order_steps: ['', 'raw', '', 'r', 'r'],
  // Written by what claims an order's money, as the owner.
  order_claims: nobody,
  waiting_facts: ['r', 'rad', '', 'r', 'r'],
  payment_attempts: ['raw', 'rw', 'r', 'r', 'r'],
  offers: ['raw', 'rawd', '', '', 'r'],
  provider_answers: ['raw', 'rd', '', '', 'r'],
  connected_providers: ['', 'rawd', '', '', 'r'],
  test_quotes: ['', 'rwd', '', '', 'ra'],
  provider_orders: ['raw', 'rw', '', '', 'r'],
  provider_purchases: ['', 'raw', '', '', ''],
  risk_decisions: ['raw', 'raw', '', 'r', 'r'],
  sanctions_lists: ['r', 'raw', 'r', '', ''],
  sanctions_addresses: ['r', 'rad', 'r', '', ''],
  sanctions_doubts: ['', 'rad', '', 'rw', 'r'],

  // Money that moves
  refunds: ['r', 'raw', 'r', 'r', 'r'],
  refunds_elsewhere: ['', 'raw', '', 'r', 'r'],
  conversions: ['', 'raw', '', 'r', 'r'],
  payouts: ['r', 'raw', 'r', 'r', 'r'],
  payout_variants: ['', 'ra', 'r', 'r', 'r'],
  payout_inputs: ['', 'raw', '', '', ''],
  found_transactions: ['', 'raw', '', 'r', 'r'],
  signed_forms: ['', '', 'ra', '', ''],
  signer_releases: ['', '', 'ra', '', ''],
  signer_word: ['', 'r', 'raw', 'r', 'r'],
  disputes: ['', 'raw', '', 'r', 'r'],
  transfer_batches: ['', 'rawd', 'r', 'r', 'r'],
  bank_statements: ['', 'ra', '', 'ra', 'r'],
  bank_entries: ['r', 'raw', '', 'raw', 'r'],
  account_statements: ['', 'raw', '', 'raw', 'r'],

  // The books: append only. What the api may add is refuse_books_of_others' to say.
  ledger_transactions: ['ra', 'ra', '', 'ra', 'r'],
  ledger_postings: ['ra', 'ra', '', 'ra', 'r'],
  hand_bookings: ['', 'ra', '', 'ra', 'r'],
  difference_bookings: ['', 'r', '', 'ra', 'r'],
  // Sums of what is in them, and when they were proven: written as the owner
  ledger_balances: ['', 'r', '', '', 'r'],
  ledger_unsummed: ['', 'r', '', '', 'r'],
  ledger_days: ['', 'r', '', '', 'r'],
  sum_proof: ['', 'r', '', '', 'r'],
  halts: ['r', 'rad', '', 'rad', 'r'],
  reconciliation_places: ['r', 'raw', '', 'r', 'r'],
  reconciliation_openings: ['', 'ra', '', 'r', 'r'],
  reconciliation_lines: ['', 'raw', '', 'r', ''],
  reconciliation_line_sums: ['', 'r', '', '', ''],
  reconciliation_differences: ['r', 'rawd', '', 'rw', 'r'],
  reconciliation_runs: ['', 'rawd', '', 'ra', 'ra'],

  // The operator's own money
  acquirer_lines: ['', 'raw', '', 'rw', 'r'],
  venue_movements: ['', 'raw', '', 'rw', 'r'],
  treasury_funds: ['r', 'raw', '', 'r', 'r'],
  treasury_places: ['', 'raw', '', 'r', 'r'],
  treasury_readings: ['', 'raw', '', '', ''],
  treasury_addresses: ['', 'rawd', '', 'r', 'r'],
  withdrawals: ['', 'raw', 'r', 'r', 'r'],

  // Who is told
  // Each process reports how it is; a worker judges what all have reported
  heartbeats: ['raw', 'rawd', '', '', 'r'],
  operator_alerts: ['raw', 'raw', '', 'raw', 'raw'],
  alert_messages: ['', 'raw', '', '', 'r'],
  duty_periods: ['', 'r', '', 'ra', 'r'],
  person_addresses: ['', 'rd', '', 'rawd', 'r'],
  asked_addresses: ['', 'rd', '', 'rd', 'a'],
  alert_watches: ['', 'raw', '', 'raw', 'r'],
  alert_tellings: ['', 'ra', '', '', 'r'],
  push_subscriptions: ['', 'rwd', '', 'r', 'rad'],
  push_deliveries: ['', 'raw', '', '', 'r'],
  daily_reports: ['', 'raw', '', '', ''],

  // Partners
  partner_keys: ['rw', 'rd', '', 'raw', 'r'],
  partner_link_keys: ['r', 'rw', '', 'raw', 'r'],
  partner_secrets: ['', 'rwd', '', 'raw', 'r'],
  partner_nonces: ['ra', 'rd', '', '', ''],
  partner_writes: ['raw', 'rd', '', '', ''],
  partner_sessions: ['raw', 'rd', '', '', ''],
  partner_refund_requests: ['raw', 'rw', '', 'r', 'r'],
  partner_endpoints: ['r', 'rw', '', 'raw', 'r'],
  partner_events: ['raw', 'rawd', '', 'raw', 'r'],
  partner_lanes: ['raw', 'rawd', '', 'raw', 'r'],
  partner_deliveries: ['', 'rad', '', 'r', 'r'],
  partner_payments: ['', '', '', 'rad', 'r'],

  // Recorded visits
  tracking_points: ['raw', 'rwd', '', '', 'r'],
  purchase_funnel: ['', '', '', '', 'r'],
  replay_recordings: ['raw', 'rd', '', '', 'r'],
  replay_parts: ['ra', '', '', '', 'r'],

  // The queue of jobs, pg-boss's own: https://github.com/timgit/pg-boss
  'pgboss.version': ['r', 'rw', '', '', ''],
  'pgboss.queue': ['r', 'rw', '', '', ''],
  'pgboss.job': ['', 'rawd', '', '', ''],
  'pgboss.job_common': ['ra', 'rawd', '', '', ''],
  'pgboss.job_dependency': ['', 'rd', '', '', ''],
  'pgboss.bam': nobody,
  'pgboss.queue_stats': nobody,
  'pgboss.schedule': nobody,
  'pgboss.subscription': nobody,
  'pgboss.warning': nobody,
} as const satisfies Readonly<Record<string, Row>>;

export type TableName = keyof typeof tableRights;

/** Partitions by day that pg-boss has made for statistics that are switched off. */
export const WITHOUT_ROW = /^pgboss\.queue_stats_\d{8}$/;

/** What a role may do with a table. */
export function rightsOn(role: RoleName, table: TableName): TableRights {
  const [api, worker, signer, clerk, operator] = tableRights[table];
  return { api, worker, signer, clerk, operator }[role];
}
