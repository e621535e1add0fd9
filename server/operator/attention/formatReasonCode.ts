import { waitReasons } from '../../purchase/order/stepRunner/conclusion.ts';
import { findWaitReason } from '../../purchase/order/waits/orderWait.ts';
import { fileRefusals } from '../../purchase/payment/bankStatements/statementRefusal.ts';
import { reportRefusals } from '../../purchase/refund/processTransferReport.ts';
import { refundDoubts } from '../../purchase/refund/refundBookingRules.ts';
import { HOLD_TITLES, humanizeCode, UNMATCHED_REASONS } from './attentionTitles.ts';

/**
 * Texts of codes that no other table has: the signer's refusals, doubts about an edition of a sanctions list, shares of the
 * time until a deadline, and a refund that was not sent.
 */
const OTHERS: Readonly<Record<string, string>> = {
  over_limit: waitReasons.signer_limit,
  shrunk: 'many addresses are missing from the edition',
  older: 'the edition is older than the one in use',
  future: 'the edition’s date is in the future',
  half: 'half of the time',
  eighty_percent: 'four fifths of the time',
  over: 'all of the time',
  network_fee_too_high: waitReasons.fee_ceiling,
  not_sent: 'the refund was not sent within the time of the rule refundUnsentHours',
};

const REASON_TEXTS: Readonly<Record<string, string>> = {
  ...fileRefusals,
  ...refundDoubts,
  ...reportRefusals,
  ...UNMATCHED_REASONS,
  ...OTHERS,
};

/** Returns the text of a reason code: the title of a hold, a wait reason, or another known text; else the code as words. */
export function formatReasonCode(code: string): string {
  const reason = findWaitReason(code);
  if (Object.hasOwn(HOLD_TITLES, code)) return HOLD_TITLES[code] ?? code;
  if (reason) return waitReasons[reason];
  return (Object.hasOwn(REASON_TEXTS, code) ? REASON_TEXTS[code] : undefined) ?? humanizeCode(code);
}

/** Names of facts whose value is a code. */
const CODED: ReadonlySet<string> = new Set(['reason', 'refusal', 'share', 'status', 'heldFrom', 'clock']);

/** Returns a fact of an alert as text, a list as one line per item; undefined if the fact has no value. */
export function formatAlertFact(name: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'string') return CODED.has(name) ? formatReasonCode(value) : value;
  return Array.isArray(value) ? value.join('\n') : JSON.stringify(value);
}
