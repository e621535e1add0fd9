import { escapeHtml } from '../../desk/html.ts';
import type { AccountState, DisputeStatus } from '../accountState.ts';
import { type PaymentSummary, summarizeAccount } from '../balance/summarizeAccount.ts';
import { TEST_CARDS, type TestCard } from '../cards/testCards.ts';
import { formatMinorUnits } from '../currencies.ts';

const STYLE = `
  :root { color-scheme: light dark; }
  body { font: 15px/1.5 system-ui, sans-serif; margin: 24px auto; max-width: 1100px; padding: 0 16px; }
  table { border-collapse: collapse; width: 100%; margin-bottom: 24px; }
  th, td { text-align: left; padding: 6px 8px; border-bottom: 1px solid #8888; vertical-align: top; }
  form { display: inline-flex; gap: 4px; margin: 0 4px 4px 0; }
  input { width: 7em; } input, button { font: inherit; min-height: 32px; }
  .scroll { overflow-x: auto; } .problem { border: 2px solid #c22; padding: 8px; }
`;

const CAPTURED_ACTIONS = ['refund', 'dispute', 'inquire', 'warn'] as const;

/** Renders the dashboard without scripts: each action is a form. */
export function dashboardPage(state: AccountState, now: number, problem?: string): string {
  const books = summarizeAccount(state);
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Stripe stand-in</title><style>${STYLE}</style></head>
<body>
<main>
<h1>Stripe stand-in</h1>
<p>A local account that speaks Stripe's protocol. Its clock shows ${new Date(now * 1000).toISOString()}.</p>
${problem ? `<p class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
<h2>Payments</h2>
${table(['Payment', 'Order', 'Status', 'Amount', 'Captured', 'Refunded', 'Fee', 'Actions'], books.payments.toReversed().map(paymentRow))}
<h2>Refunds</h2>
${table(
  ['Refund', 'Payment', 'Amount', 'Status', 'Actions'],
  books.refunds
    .toReversed()
    .map((refund) => [
      refund.id,
      refund.payment,
      money(refund.amount, refund.currency),
      refund.status,
      (refund.status === 'pending' ? actForm(`refunds/${refund.id}/settle`, 'Settle', refund.id) : '') +
        (refund.status === 'failed' ? '' : actForm(`refunds/${refund.id}/fail`, 'Fail', refund.id)),
    ]),
)}
<h2>Disputes</h2>
${table(
  ['Dispute', 'Payment', 'Amount', 'Status', 'Actions'],
  books.disputes
    .toReversed()
    .map((dispute) => [
      dispute.id,
      dispute.payment,
      money(dispute.amount, dispute.currency),
      dispute.status,
      disputeActs(dispute),
    ]),
)}
<h2>Balance</h2>
${table(
  ['Currency', 'Held', 'Actions'],
  Object.entries(books.balance).map(([currency, held]) => [
    escapeHtml(currency.toUpperCase()),
    money(held, currency),
    held > 0
      ? currencyForm('payouts', 'Pay out', currency) + currencyForm('lines/stripe_fee', 'Charge a fee', currency)
      : '',
  ]),
)}
<h2>Payouts</h2>
${table(
  ['Payout', 'Amount', 'Status', 'Actions'],
  books.payouts
    .toReversed()
    .map((payout) => [
      payout.id,
      money(payout.amount, payout.currency),
      payout.status,
      payout.status === 'failed' ? '' : actForm(`payouts/${payout.id}/fail`, 'Fail', payout.id),
    ]),
)}
<h2>Settlement</h2>
<form method="post" action="/dashboard/settlement"><label>Convert every capture into <input name="currency" value="${escapeHtml(state.settlementCurrency ?? '')}" placeholder="as paid"></label> <button>Set</button></form>
<h2>Test cards</h2>
<p>Use any future expiry date and any security code.</p>
${table(
  ['Number', 'Result'],
  Object.values<TestCard>(TEST_CARDS).map((card) => [card.number, escapeHtml(card.label)]),
)}
</main>
</body>
</html>
`;
}

function paymentRow(payment: PaymentSummary): string[] {
  return [
    payment.id,
    escapeHtml(payment.metadata.orderNo ?? ''),
    payment.status,
    money(payment.amount, payment.currency),
    money(payment.captured, payment.currency),
    money(payment.refunded, payment.currency),
    money(payment.fee, payment.feeCurrency),
    paymentActs(payment),
  ];
}

function paymentActs({ id, status }: PaymentSummary): string {
  const path = (act: string): string => `payments/${id}/${act}`;
  if (status === 'requires_capture') {
    return (
      actForm(path('capture'), 'Capture', id, true) +
      actForm(path('cancel'), 'Release', id) +
      actForm(path('lapse'), 'Lapse the hold', id)
    );
  }
  if (status !== 'succeeded') return '';
  const names = {
    refund: 'Refund',
    dispute: 'Open a dispute',
    inquire: 'Open an inquiry',
    warn: 'Warn of fraud',
  } as const;
  return CAPTURED_ACTIONS.map((act) => actForm(path(act), names[act], id, act !== 'warn')).join('');
}

function disputeActs({ id, status }: { readonly id: string; readonly status: DisputeStatus }): string {
  const decided = status === 'won' || status === 'lost' || status === 'warning_closed';
  if (decided) return '';
  const won = actForm(`disputes/${id}/won`, 'Won', id);
  return status.startsWith('warning_')
    ? won + actForm(`disputes/${id}/escalate`, 'Escalate', id)
    : won + actForm(`disputes/${id}/lost`, 'Lost', id);
}

function actForm(path: string, name: string, about: string, withAmount = false): string {
  const amount = withAmount
    ? `<input name="amount" inputmode="decimal" placeholder="all" aria-label="Amount to ${name.toLowerCase()} of ${about}">`
    : '';
  return `<form method="post" action="/dashboard/${path}">${amount}<button aria-label="${name} ${about}">${name}</button></form>`;
}

function currencyForm(path: string, name: string, currency: string): string {
  const code = escapeHtml(currency);
  const label = `${name} ${code.toUpperCase()}`;
  return `<form method="post" action="/dashboard/${path}"><input type="hidden" name="currency" value="${code}"><input name="amount" inputmode="decimal" placeholder="all" aria-label="Amount: ${label}"><button aria-label="${label}">${name}</button></form>`;
}

function money(amount: number, currency: string): string {
  return `${formatMinorUnits(amount, currency)} ${escapeHtml(currency.toUpperCase())}`;
}

/** Renders a table; cells are already markup. */
function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '<p>None yet.</p>';
  const head = headings.map((heading) => `<th scope="col">${heading}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n');
  return `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}
