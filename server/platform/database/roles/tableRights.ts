import type { RoleName } from './roleNames.ts';

/**
 * A role's rights to the rows of a table, in PostgreSQL's letters: `r` selects, `a` inserts, `w` updates, `d` deletes
 * (https://www.postgresql.org/docs/current/ddl-priv.html). Only the owner truncates, alters or creates.
 */
export type TableRights = '' | 'r' | 'a' | 'ra' | 'rw' | 'rd' | 'raw' | 'rad' | 'rwd' | 'rawd';

type RoleRights = readonly [
  api: TableRights,
  worker: TableRights,
  signer: TableRights,
  clerk: TableRights,
  operator: TableRights,
];

const NO_RIGHTS: RoleRights = ['', '', '', '', ''];

/**
 * Each role's rights to every table and view: the minimum that its process needs. A table without a row fails the tests and
 * is accessible to no role. {@link columnRights} limits some to certain columns.
 */
export const tableRights = {
  // The database itself
  schema_migrations: ['r', 'r', 'r', 'r', 'r'],
  clock: ['r', 'r', 'r', 'r', 'r'],

  // Data keys of sealed rows, themselves wrapped by keys of the host
  data_keys: ['rawd', 'rawd', '', 'rawd', 'raw'],

  // Configuration. The api and the worker read it; the clerk writes what people have signed.
  configuration: ['r', 'r', 'r', 'rawd', 'r'],
  configuration_seeds: ['r', 'r', 'r', 'r', 'r'],
  operator_requests: ['', 'rw', 'r', 'rw', 'raw'],
  requested_statement_files: ['', '', '', 'rd', 'ra'],
  manual_evidence: ['', 'rwd', '', '', 'ra'],
  evidence_files: ['', 'rwd', '', '', 'ra'],

  // People and their decisions. Statements and the audit trail are append-only.
  person_statements: ['', 'r', 'r', 'r', 'ra'],
  operator_statements: ['', 'r', 'r', 'r', 'ra'],
  spent_statements: ['', 'ra', '', 'ra', 'r'],
  invitations: ['', '', '', '', 'raw'],
  console_sessions: ['', 'rd', '', '', 'raw'],
  console_sign_ons: ['', 'rd', '', '', 'raw'],
  console_notes: ['', 'r', '', '', 'ra'],
  console_assignments: ['', '', '', '', 'rawd'],
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
  // Compliance decides and a worker executes; an accepted document ends its request.
  buyer_blocks: ['r', 'rawd', '', '', 'r'],
  document_requests: ['rd', 'rawd', '', '', 'r'],
  fixed_levels: ['r', 'rawd', '', 'r', 'r'],
  refused_answers: ['rawd', 'rd', '', '', ''],
  saved_addresses: ['rawd', 'rd', '', '', 'r'],
  saved_cards: ['rwd', 'rawd', '', '', 'r'],
  billing_addresses: ['rawd', 'rd', '', '', 'r'],
  mail_outbox: ['rad', 'rawd', '', '', 'r'],
  webhook_inbox: ['ra', 'rw', '', '', ''],

  // Counted by all api processes together
  rate_limits: ['raw', 'rd', '', '', ''],
  stream_holders: ['rawd', '', '', '', ''],
  stream_places: ['rad', '', '', '', ''],

  // Orders
  orders: ['raw', 'rw', 'r', 'r', 'r'],
  // Written by a trigger of orders and aggregated, as the owner
  ended_orders: ['r', 'r', '', '', ''],
  ended_order_changes: ['r', 'r', '', '', ''],
  order_events: ['ra', 'ra', '', 'r', 'r'],
  order_steps: ['', 'raw', '', 'r', 'r'],
  // Written as the owner when an order's money is claimed.
  order_claims: NO_RIGHTS,
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
  rejected_sanctions_lists: ['', 'rad', '', 'rw', 'r'],

  // Money that moves
  refunds: ['r', 'raw', 'r', 'r', 'r'],
  external_refunds: ['', 'raw', '', 'r', 'r'],
  conversions: ['', 'raw', '', 'r', 'r'],
  payouts: ['r', 'raw', 'r', 'r', 'r'],
  payout_variants: ['', 'ra', 'r', 'r', 'r'],
  payout_inputs: ['', 'raw', '', '', ''],
  found_transactions: ['', 'raw', '', 'r', 'r'],
  signed_forms: ['', '', 'ra', '', ''],
  signer_releases: ['', '', 'ra', '', ''],
  signer_status: ['', 'r', 'raw', 'r', 'r'],
  signer_lease: ['', 'r', 'raw', '', 'r'],
  signers: ['', 'rd', 'raw', '', 'r'],
  disputes: ['', 'raw', '', 'r', 'r'],
  transfer_batches: ['', 'rawd', 'r', 'r', 'r'],
  bank_statements: ['', 'ra', '', 'ra', 'r'],
  bank_entries: ['r', 'raw', '', 'raw', 'r'],
  account_statements: ['', 'raw', '', 'raw', 'r'],

  // The ledger is append-only. refuse_foreign_bookings restricts what the api may add.
  ledger_transactions: ['ra', 'ra', '', 'ra', 'r'],
  ledger_postings: ['ra', 'ra', '', 'ra', 'r'],
  manual_bookings: ['', 'ra', '', 'ra', 'r'],
  difference_bookings: ['', 'r', '', 'ra', 'r'],
  // Sums of the ledger and their last proof: written as the owner
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
  acquirer_payouts: ['', 'raw', '', '', 'r'],
  venue_movements: ['', 'raw', '', 'rw', 'r'],
  treasury_funds: ['r', 'raw', '', 'r', 'r'],
  treasury_places: ['', 'raw', '', 'r', 'r'],
  treasury_readings: ['', 'raw', '', '', ''],
  treasury_addresses: ['', 'rawd', '', 'r', 'r'],
  withdrawals: ['', 'raw', 'r', 'r', 'r'],

  // Notifications
  // Each process reports its health; a worker judges all reports
  heartbeats: ['raw', 'rawd', '', '', 'r'],
  operator_alerts: ['raw', 'raw', '', 'raw', 'raw'],
  alert_messages: ['', 'raw', '', '', 'r'],
  on_call_periods: ['', 'r', '', 'ra', 'r'],
  person_addresses: ['', 'rd', '', 'rawd', 'r'],
  requested_addresses: ['', 'rd', '', 'rd', 'a'],
  alert_watches: ['', 'raw', '', 'raw', 'r'],
  alert_notifications: ['', 'ra', '', '', 'r'],
  push_subscriptions: ['', 'rwd', '', 'r', 'rad'],
  push_deliveries: ['', 'raw', '', '', 'r'],
  daily_reports: ['', 'raw', '', '', ''],

  // Partners
  partner_keys: ['rw', 'rd', '', 'raw', 'r'],
  partner_link_keys: ['r', 'rw', '', 'raw', 'r'],
  partner_secrets: ['r', 'rwd', '', 'raw', 'r'],
  partner_nonces: ['ra', 'rd', '', '', ''],
  partner_writes: ['raw', 'rd', '', '', ''],
  partner_sessions: ['raw', 'rd', '', '', ''],
  partner_refund_requests: ['raw', 'rw', '', 'r', 'r'],
  partner_endpoints: ['r', 'rw', '', 'raw', 'r'],
  partner_events: ['raw', 'rawd', '', 'raw', 'r'],
  partner_lanes: ['raw', 'rawd', '', 'raw', 'r'],
  partner_deliveries: ['r', 'rad', '', 'r', 'r'],
  // Views of the ledger's account liability:partner, and of payments with their bank bookings
  partner_shares: ['r', '', '', 'r', 'r'],
  partner_settlements: ['r', '', '', '', 'r'],
  partner_payments: ['', '', '', 'rad', 'r'],
  // People of partners. What they request has no effect until an operator's action changes a row or a key.
  partner_members: ['raw', 'rd', '', 'a', 'r'],
  partner_passkeys: ['rawd', '', '', '', ''],
  partner_member_sessions: ['raw', 'rd', '', '', ''],
  partner_change_requests: ['raw', '', '', 'rw', 'r'],

  // Checks of a partner's page: the api adds one, a worker fetches the page.
  partner_page_checks: ['ra', 'rwd', '', '', ''],

  // Recorded visits
  tracking_points: ['raw', 'rwd', '', '', 'r'],
  purchase_funnel: ['', '', '', '', 'r'],
  replay_recordings: ['raw', 'rd', '', '', 'r'],
  replay_parts: ['ra', '', '', '', 'r'],

  // pg-boss's job queue: https://github.com/timgit/pg-boss
  'pgboss.version': ['r', 'rw', '', '', ''],
  'pgboss.queue': ['r', 'rw', '', '', ''],
  'pgboss.job': ['', 'rawd', '', '', ''],
  'pgboss.job_common': ['ra', 'rawd', '', '', ''],
  'pgboss.job_dependency': ['', 'rd', '', '', ''],
  'pgboss.bam': NO_RIGHTS,
  'pgboss.queue_stats': NO_RIGHTS,
  'pgboss.schedule': NO_RIGHTS,
  'pgboss.subscription': NO_RIGHTS,
  'pgboss.warning': NO_RIGHTS,
} as const satisfies Readonly<Record<string, RoleRights>>;

export type TableName = keyof typeof tableRights;

/** Daily partitions that pg-boss created for statistics, which are disabled. */
export const EXEMPT_TABLE = /^pgboss\.queue_stats_\d{8}$/;

/** Returns a role's rights to a table. */
export function getTableRights(role: RoleName, table: TableName): TableRights {
  const [api, worker, signer, clerk, operator] = tableRights[table];
  return { api, worker, signer, clerk, operator }[role];
}
