import type { TableMap } from './tableMap.ts';

export const purchaseTables = {
  conversions: {
    about: 'purchases at the exchange',
    retention: 'indefinitely: identifies no one',
    seen: 'the operator’s staff',
    personal: {},
    other:
      'client_order_id order_id part venue base quote base_amount limit_price status filled_base cost fees claimed_until created_at updated_at side sends venue_orders ask_at',
  },
  disputes: {
    about: 'disputes',
    retention: 'with the order; its person for five years after its last change',
    seen: 'the operator’s staff; the acquirer',
    personal: {},
    other:
      'id order_id payment_id status reason units warned held_units lost_units fee_units event_count opened_at due_at answered evidence evidence_at evidence_request needs_consent requested_at attend_at updated_at',
  },
  manual_evidence: {
    about: 'answers to disputes by a person',
    retention: 'until 90 days after the bank has decided; unsent answers with their request',
    seen: 'only the server; the acquirer',
    personal: {
      sealed: ['sealed', 'the person’s note about the buyer, and what was sent: name, address, what they did'],
    },
    other: 'request_id dispute_id try_at submitted_at',
  },
  evidence_files: {
    about: 'files for answers to disputes',
    retention: 'as `manual_evidence`',
    seen: 'only the server; the acquirer',
    personal: {
      sealed: ['sealed', 'correspondence, receipts and other files that a person has chosen'],
    },
    other: 'request_id kind type acquirer_file_id',
  },
  identity_reservations: {
    about: 'orders excused from a document',
    retention: 'indefinitely: identifies no one',
    seen: 'only the server',
    personal: {},
    other: 'order_id reserved_at',
  },
  risk_reservations: {
    about: 'orders whose payment the risk rules accepted',
    retention: 'indefinitely: identifies no one',
    seen: 'only the server',
    personal: { fingerprint: ['in the clear', 'the acquirer’s mark of a card'] },
    other: 'order_id reserved_at',
  },
  offers: {
    about: 'prices of other providers',
    retention: 'a day',
    seen: 'only the server',
    personal: {},
    other:
      'quote_id offer_type pay_method pay_asset pay_decimals pay_units receive_asset receive_decimals receive_units processing_fee_units network_fee_units affiliate_fee_units offered_at',
  },
  provider_answers: {
    about: 'answers of other providers, counted per minute',
    retention: 'a day: identifies no one',
    seen: 'the operator’s staff',
    personal: {},
    other: 'minute provider outcome within_ms times',
  },
  connected_providers: {
    about: 'other providers that a worker is connected to',
    retention: 'a day after the last connection: identifies no one',
    seen: 'the operator’s staff',
    personal: {},
    other: 'provider reported_at',
  },
  test_quotes: {
    about: 'test quotes of other providers',
    retention: '30 days: names no buyer',
    seen: 'the operator’s staff',
    personal: {},
    other: 'id provider requested_by question requested_at started_at answered_at milliseconds answer',
  },
  ended_order_changes: {
    about: 'counts of ended orders',
    retention: 'for seconds: identifies no one',
    seen: 'nobody',
    personal: {},
    other: 'id status change',
  },
  ended_orders: {
    about: 'counts of ended orders',
    retention: 'indefinitely: identifies no one',
    seen: 'the operator’s staff, by the metrics',
    personal: {},
    other: 'status count',
  },
  order_claims: {
    about: 'what may still be paid out of each payment',
    retention: 'indefinitely: identifies no one',
    seen: 'the operator’s staff',
    personal: {},
    other: 'order_id number kind subject initiated_here units received clawed_back refunded sent at',
  },
  order_events: {
    about: 'order events',
    retention: 'indefinitely: identifies no one',
    seen: 'the buyer; the operator’s staff, by `show`',
    personal: {},
    other: 'order_id sequence kind key data from_status to_status unexpected at',
  },
  order_steps: {
    about: 'runs of order steps',
    retention: 'the vendor’s message for 400 days',
    seen: 'the operator’s staff, by `show`',
    personal: {
      message: ['in the clear', 'the vendor’s message, without secrets and personal data'],
    },
    other: 'id order_id step subject try times outcome refusal conclusion milliseconds first_at at',
  },
  orders: {
    about: 'orders',
    retention: 'with the order; its person for five years after its last change',
    seen: 'the buyer; the operator’s staff, by `show`, `list orders`; the partner: without the person',
    personal: {
      submission_hash: ['hash', 'of what was asked for'],
      buyer_id: ['in the clear', 'whose'],
      guest_hash: ['hash', 'of a guest’s cookie'],
      country: ['in the clear', 'of the place'],
      locale: ['in the clear', 'the language'],
      address: ['in the clear', 'the wallet: signed for, looked up in lists, public on its chain'],
      wallet_type: ['in the clear', 'the travel rule'],
      exchange_name: ['in the clear', 'the travel rule'],
      redirect_url: ['in the clear', 'where the buyer goes back to'],
      client_address: ['in the clear', 'the IP address: risk rules count by it'],
      transfer_reference: ['in the clear', 'what a transfer bears'],
      reference: ['in the clear', 'what the partner calls it'],
      referer_url: ['in the clear', 'where the buyer came from'],
      referer_order: ['in the clear', 'what the partner calls it'],
    },
    other:
      'id order_no quote_id offer_type partner_id status exception dispute held_from hold_requested reason event_sequence pay_method side pay_currency pay_units receive_currency receive_units processing_fee_units network_fee_units price reference_price euro_cents requote_units network current_attempt_id tries_left authorized_units captured_units received_units refunded_units capture_before payment_deadline deadline_at attend_at created_at updated_at surplus_units surplus_returned_units partner_share_units pay_asset pay_decimals receive_asset receive_decimals disputed_units clawed_back_units frozen partner_session seal',
  },
  payment_attempts: {
    about: 'payments by card',
    retention: 'with the order; its person for five years after its last change',
    seen: 'the buyer; the operator’s staff, by `show`',
    personal: {
      confirmation_token: ['in the clear', 'opens the payment at the acquirer for minutes'],
      saved_card_id: ['in the clear', 'which card'],
      client_secret: ['in the clear', 'opens the payment’s page in the buyer’s browser'],
      payment_method_id: ['in the clear', 'names the card at the acquirer'],
      brand: ['in the clear', 'of the card'],
      last4: ['in the clear', 'the last four digits'],
      expiry_month: ['in the clear', 'of the card'],
      expiry_year: ['in the clear', 'of the card'],
      fingerprint: ['in the clear', 'the same for the same card; risk rules count by it'],
      card_country: ['in the clear', 'where it was issued; risk rules compare it'],
    },
    other: 'id order_id submission_id save_card status payment_id refusal created_at updated_at fee_booked',
  },
  payout_inputs: {
    about: 'claims of payouts',
    retention: 'indefinitely: identifies no one',
    seen: 'only the server',
    personal: {},
    other: 'network txid output_index payout_id live',
  },
  payout_variants: {
    about: 'signed transactions',
    retention: 'with the order: the books',
    seen: 'the operator’s staff',
    personal: {
      unsigned: ['in the clear', 'names the wallet, public on its chain'],
      bytes: ['in the clear', 'the same, signed'],
    },
    other: 'payout_id number transaction_id created_at broadcast_at purpose request_id',
  },
  payouts: {
    about: 'payouts',
    retention: 'with the order: the books',
    seen: 'the buyer; the operator’s staff, by `show`',
    personal: {
      to_address: ['in the clear', 'the wallet, public on its chain'],
    },
    other:
      'id order_id network asset from_address units nonce status transaction_id confirmations fee_units created_at updated_at quoted_fee_units decimals fee_asset fee_decimals waits_for batch_id',
  },
  provider_orders: {
    about: 'orders of other providers',
    retention: 'with the order',
    seen: 'the buyer; the operator’s staff, by `show`',
    personal: {
      page_url: ['in the clear', 'the page of one purchase'],
      address: ['in the clear', 'the wallet that the provider names'],
    },
    other:
      'order_id provider provider_order_id page_single_use page_expires_at offered_affiliate_units provider_status reason pay_units receive_units affiliate_units transaction_id worse_at_checkout paid_at delivered_at reported_at',
  },
  provider_purchases: {
    about: 'reports of other providers',
    retention: 'with the order',
    seen: 'only the server',
    personal: {
      access_token: ['in the clear', 'asks the provider about the purchase'],
    },
    other: 'provider provider_order_id order_id reported_at is_foreign requested_at',
  },
  replay_parts: {
    about: 'session recordings',
    retention: '14 days',
    seen: 'the operator’s staff',
    personal: {
      events: ['in the clear', 'texts, values and pictures are masked in the browser'],
    },
    other: 'recording_id sequence',
  },
  replay_recordings: {
    about: 'session recordings without an account',
    retention: '14 days',
    seen: 'the operator’s staff',
    personal: {},
    other: 'id country opened_at characters',
  },
  risk_decisions: {
    about: 'risk checks',
    retention: 'with the order; its person for five years after its last change',
    seen: 'the operator’s staff, by `show`',
    personal: {
      facts: ['in the clear', 'counts, and the entry of a list; never what the buyer said'],
      buyer_id: ['in the clear', 'whose'],
    },
    other: 'id order_id rule outcome at stage',
  },
  signed_forms: {
    about: 'the signer’s record',
    retention: 'indefinitely: it is never changed',
    seen: 'the operator’s staff',
    personal: {
      payments: ['in the clear', 'names the wallet, public on its chain, and what was paid for the coins'],
      unsigned: ['in the clear', 'names the wallet, public on its chain'],
      bytes: ['in the clear', 'the same, signed'],
    },
    other:
      'number network purpose payer order_nos claims inputs proofs euro_cents asset units transaction_id signed_at mac',
  },
  found_transactions: {
    about: 'transactions of the paying addresses that a chain had and the payouts lacked',
    retention: 'indefinitely: it is never changed',
    seen: 'the operator’s staff, with the difference that they explain',
    personal: {
      unsigned: ['in the clear', 'names the wallet, public on its chain'],
      bytes: ['in the clear', 'the same, signed'],
    },
    other: 'transaction_id network found_at order_nos cancels',
  },
  signer_releases: {
    about: 'refunds and withdrawals released by the signer',
    retention: 'indefinitely: it is never changed',
    seen: 'the operator’s staff',
    personal: {},
    other: 'number kind name claims content released_at mac',
  },
  signer_status: {
    about:
      'the report of the signer: its caps, what is used of them, who has stopped it, and rows of the configuration that it does not accept',
    retention: 'until the next report, within half a minute',
    seen: 'the operator’s staff',
    personal: {
      report: ['in the clear', 'the name and the reason of a person who operates and has stopped it'],
    },
    other: 'id written_at',
  },
  signer_lease: {
    about: 'the signer’s lease',
    retention: 'until the active signer renews it, within seconds',
    seen: 'the operator’s staff',
    personal: {},
    other: 'id signer instance lapses_at',
  },
  signers: {
    about: 'the report of each signer: whether it is active, and how far it follows the record',
    retention: 'until the signer reports again, within seconds; 30 days after its last report',
    seen: 'the operator’s staff',
    personal: {},
    other: 'signer report written_at',
  },
  tracking_points: {
    about: 'steps of visits',
    retention: '90 days',
    seen: 'the operator’s staff',
    personal: {
      order_no: ['in the clear', 'emptied with the order’s person'],
      user_id: ['in the clear', 'a number drawn in the browser'],
      country: ['in the clear', 'of the place'],
    },
    other: 'id type place extras at',
  },
  waiting_facts: {
    about: 'early events',
    retention: 'until they are applied',
    seen: 'the operator’s staff',
    personal: {
      facts: ['in the clear', 'as those of an event: no person'],
    },
    other: 'id order_id key kind arrived_at',
  },
} satisfies TableMap;
