import type { RoleName } from './roleNames.ts';
import type { TableName } from './tableRights.ts';

/** Columns to which a letter of a table's rights is limited; all columns if omitted. */
export type ColumnRights = { readonly r?: readonly string[]; readonly w?: readonly string[] };

/** Blanked when an account is deleted (`account/deletion/erasureStore.ts`). */
const ERASED_CARD_COLUMNS = ['brand', 'last4', 'expiry_month', 'expiry_year', 'fingerprint'];

/**
 * Tables of which a role may use only some columns. The api cannot change what other processes rely on: payments and their
 * methods, bank bookings, refund destinations, legal holds.
 */
export const columnRights: Readonly<Record<RoleName, { readonly [Table in TableName]?: ColumnRights }>> = {
  api: {
    // To lock a data key while rows are sealed with it
    data_keys: { w: ['wrapped_at'] },
    orders: {
      w: [
        // Columns that a buyer's request may change; refuse_status_of_money restricts the states.
        'status exception dispute held_from hold_requested reason event_sequence receive_units seal price reference_price',
        'requote_units current_attempt_id tries_left frozen capture_before deadline_at attend_at updated_at',
        // Changed when a guest logs in, and when an account is deleted
        'buyer_id guest_hash address submission_hash wallet_type exchange_name redirect_url reference referer_url',
        'referer_order client_address',
      ].flatMap((line) => line.split(' ')),
    },
    payment_attempts: {
      w: [
        'confirmation_token',
        'client_secret',
        'saved_card_id',
        'payment_method_id',
        'card_country',
        ...ERASED_CARD_COLUMNS,
      ],
    },
    buyers: {
      w: ['email', 'locale', 'kyc_level', 'verifier_reference', 'identity_asked_until', 'closed_at', 'erase_after'],
    },
    saved_cards: { w: ['buyer_id', 'deleted_at', ...ERASED_CARD_COLUMNS] },
    risk_decisions: { w: ['buyer_id', 'facts'] },
    tracking_points: { r: ['order_no'], w: ['order_no'] },
    mail_outbox: { r: ['id', 'recipient', 'sent_at'] },
    webhook_inbox: { r: ['id', 'provider', 'event_id'] },
    operator_alerts: { w: ['times', 'last_at', 'settled_at', 'settled_by'] },
    provider_orders: { w: ['page_url', 'page_single_use', 'page_expires_at'] },
    partner_keys: { w: ['last_used_at'] },
    partner_writes: { w: ['sealed_answer'] },
    partner_sessions: { w: ['opened_at', 'proof_hash'] },
    partner_refund_requests: { w: ['reason'] },
    // For a partner's member who resends an event
    partner_events: { w: ['body', 'delivery'] },
    partner_lanes: { w: ['partner_id', 'tries', 'due_at'] },
    // To show when a secret was made; never the secret
    partner_secrets: { r: ['id', 'partner_id', 'created_at', 'retires_at'] },
    partner_members: { w: ['sealed', 'invitation_hash', 'joined_at', 'removed_at'] },
    partner_passkeys: { w: ['counter', 'last_used_at'] },
    partner_member_sessions: { w: ['active_at', 'ended_at'] },
    partner_change_requests: { w: ['state', 'decided_at'] },
    ledger_transactions: { r: ['id', 'kind', 'order_id'] },
    // To check that a transaction sums to zero
    ledger_postings: { r: ['transaction_id', 'asset', 'units'] },
    'pgboss.job_common': { r: ['id', 'start_after'] },
    // To check whether an order has bank bookings or refunds
    bank_entries: { r: ['order_id'] },
    refunds: { r: ['order_id'] },
  },
  worker: {
    operator_requests: { w: ['status', 'result', 'settled_at'] },
    webhook_inbox: { w: ['handled_at', 'raw_body', 'access_token'] },
    push_subscriptions: { w: ['failed_tries', 'fault', 'gone_at'] },
    partner_endpoints: { w: ['disabled_reason', 'backoff_until', 'backoff_count'] },
    // Never a hash
    partner_keys: { r: ['key_id', 'partner_id', 'created_at', 'retires_at', 'last_used_at'] },
    partner_page_checks: { w: ['started_at', 'finished_at', 'results'] },
    // To delete old ones
    partner_members: { r: ['joined_at', 'invitation_expires_at'] },
    partner_member_sessions: { r: ['started_at'] },
  },
  signer: {
    // No payee: the signer gets it with the request and verifies it against the bank's files.
    refunds: { r: ['id', 'order_id', 'payment_id', 'currency', 'units', 'channel', 'batch_id'] },
    transfer_batches: { r: ['id', 'created_at', 'sent_at'] },
    withdrawals: { r: ['id', 'request_id', 'status', 'crypto', 'units', 'address'] },
  },
  clerk: {
    // To check whether a person has a phone
    push_subscriptions: { r: ['person', 'gone_at'] },
    operator_requests: { w: ['status', 'result', 'settled_at'] },
    data_keys: { w: ['wrapped_at'] },
    buyers: { w: ['kyc_level'] },
    // To end sessions
    sessions: { r: ['buyer_id', 'ended_at', 'expires_at'], w: ['ended_at'] },
    kyc_profiles: { w: ['outcome', 'updated_at'] },
    identity_reviews: { w: ['status', 'decided_at'] },
    operator_alerts: { w: ['key', 'facts', 'times', 'last_at', 'settled_at', 'settled_by'] },
    rejected_sanctions_lists: { w: ['accepted_by'] },
    account_statements: { w: ['follows'] },
    acquirer_lines: { w: ['status', 'handled_at', 'arrived_in'] },
    venue_movements: { w: ['status', 'handled_at'] },
    // A secret is shown only to its requester: it cannot be read from here.
    partner_keys: { r: ['key_id', 'partner_id', 'created_at', 'retires_at', 'last_used_at'], w: ['retires_at'] },
    partner_link_keys: { r: ['id', 'partner_id', 'created_at', 'retires_at'], w: ['retires_at'] },
    partner_secrets: { r: ['id', 'partner_id', 'created_at', 'retires_at'], w: ['retires_at'] },
    partner_change_requests: { w: ['state', 'decided_at', 'reason', 'operator_request_id'] },
    reconciliation_differences: {
      w: [
        'state',
        'accepted_by',
        'approved_by',
        'accept_reason',
        'accepted_at',
        'booked_in',
        'wait_until',
        'wait_set_by',
        'wait_reason',
      ],
    },
  },
  operator: {
    data_keys: { w: ['wrapped_at'] },
    console_sessions: { w: ['active_at', 'ended_at'] },
    console_sign_ons: { w: ['answered_at', 'issuer', 'subject'] },
    // Only the worker records notifications.
    console_mentions: { w: ['read_at'] },
    operator_requests: { w: ['status', 'approved_by', 'approved_with', 'settled_at', 'result'] },
    operator_alerts: { w: ['times', 'last_at'] },
    // To show whether a notification was sent, and since when it waits
    mail_outbox: { r: ['id', 'created_at', 'sent_at', 'refused'] },
    // To show when a buyer was logged in; no column that grants access
    sessions: {
      r: 'id buyer_id browser system country created_at last_seen_at ended_at expires_at'.split(' '),
    },
    // For a buyer's export; no column that opens an account or charges a card
    passkeys: { r: 'id buyer_id public_id transports browser system created_at last_used_at'.split(' ') },
    saved_cards: { r: 'id buyer_id brand last4 expiry_month expiry_year created_at deleted_at'.split(' ') },
    alert_messages: { r: ['id', 'webhook_sent_at'] },
    // To check whether a person has an address
    person_addresses: { r: ['person'] },
    // Only the worker reads the columns needed to push to a phone.
    push_subscriptions: {
      r: ['endpoint_hash', 'person', 'browser', 'system', 'created_at', 'failed_tries', 'fault', 'gone_at'],
    },
    push_deliveries: { r: ['message', 'due_at', 'sent_at'] },
    partner_keys: { r: ['key_id', 'partner_id', 'created_at', 'retires_at', 'last_used_at'] },
    partner_link_keys: { r: ['id', 'partner_id', 'created_at', 'retires_at'] },
    partner_secrets: { r: ['id', 'partner_id', 'created_at', 'retires_at'] },
    // No column that opens an invitation
    partner_members: {
      r: 'id partner_id role sealed invited_at invitation_expires_at joined_at removed_at'.split(' '),
    },
  },
};
