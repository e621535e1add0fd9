import { createAmount } from '@slipway/money/amount.ts';
import { formatDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { Settings } from '../../configuration/settings.ts';
import { formatRiskMeasure } from '../../operator/attention/attentionTitles.ts';
import { findShownRiskDecisions } from '../../operator/show/shownOrderStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { findClearingProblem } from '../../purchase/actions/orders/findClearingProblem.ts';
import { computeOwedAmount, isPaid, type Order } from '../../purchase/order/order.ts';
import { listOperatorChoices, type OperatorChoice } from '../../purchase/order/waits/operatorChoices.ts';
import type { RiskRule } from '../../risk/riskRules.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { formatAmountWithCode } from '../presentAmount.ts';
import type { DecisionDefinition } from './buildDecisionOption.ts';
import { buildPlainCell, buildReviewLine, type ReviewContents, type ReviewTableRow } from './reviewContents.ts';
import { buildBuyerGroup, buildPaymentGroup, describeOrderMoney } from './reviewGroups.ts';
import type { ReviewSubject } from './reviewRows.ts';
import { type DecisionFact, readNewestDecisionFacts } from './riskDecisionFactStore.ts';

type HoldReviewInput = { readonly order: Order; readonly subject: ReviewSubject; readonly person: ConsolePerson };

/** Returns why an order is held: the rule, its counts, and every risk decision. */
export async function buildHoldReview(
  context: ConsoleContext,
  { order, subject, person }: HoldReviewInput,
): Promise<ReviewContents> {
  const { database } = context;
  const [clearingProblem, judgements, buyer, payment, facts, now] = await Promise.all([
    findClearingProblem(database, order),
    buildRiskDecisionRows(database, order),
    buildBuyerGroup(database, order.buyerId),
    buildPaymentGroup(database, order, subject.profile, person),
    readNewestDecisionFacts(database, order.id),
    database.now(),
  ]);
  return {
    lead: `${describeOrderMoney(order)}${order.heldFrom === null ? '' : ` On hold; status before: ${order.heldFrom.replaceAll('_', ' ')}.`}`,
    columns: ['Checked', 'Outcome', 'Rule', 'Lists'],
    rows: judgements,
    groups: [...buyer, ...payment, ...buildRuleGroup(context.settings(), order, facts)],
    checklist: [],
    candidates: [],
    note: order.frozen
      ? 'The order is frozen. Two people with the compliance role must unfreeze it before it can be decided.'
      : '',
    decisions: order.status === 'on_hold' ? listHoldDecisions(order, now, clearingProblem) : [],
  };
}

async function buildRiskDecisionRows(database: Database, { id }: Order): Promise<ReviewTableRow[]> {
  const judgements = await findShownRiskDecisions(database, id);
  return judgements.map(({ at, stage, outcome, rule, lists }) => ({
    name: `Before the ${stage}`,
    cells: [
      buildPlainCell(at.toISOString()),
      buildPlainCell(outcome, outcome !== 'clear'),
      buildPlainCell(rule || '–'),
      buildPlainCell(lists === null ? '–' : shortenDigests(lists)),
    ],
    verdict: { text: '', tone: 'plain' },
  }));
}

/** Shortens editions, which are digests, to their first 12 digits, and removes a repetition of these digits. */
function shortenDigests(text: string): string {
  return text.replaceAll(/\b([0-9a-f]{12})[0-9a-f]{20,}\b/g, '$1…').replaceAll(/\b([0-9a-f]{12})… \1\b/g, '$1');
}

function buildRuleGroup({ riskRules }: Settings, { reason }: Order, facts: readonly DecisionFact[]) {
  const rule = riskRules.find(({ name }) => name === reason);
  const lines = [
    ...(rule ? [buildReviewLine('Rule', describeRule(rule))] : []),
    ...facts.map(({ what, value, isAgainst }) => buildReviewLine(what, value, isAgainst ? 'warn' : 'plain')),
  ];
  return lines.length === 0 ? [] : [{ title: 'Risk check details', lines }];
}

function describeRule(rule: RiskRule): string {
  const above =
    'of' in rule
      ? formatDecimal(rule.above)
      : formatAmountWithCode(createAmount(fiatAsset('EUR'), rule.aboveEuroCents));
  return `${formatRiskMeasure(rule)}, above ${above}: ${rule.outcome}`;
}

function listHoldDecisions(order: Order, now: Date, problem: string | undefined): DecisionDefinition[] {
  const decisions = listOperatorChoices(order, now).flatMap((choice) => buildHoldDecision(choice, order) ?? []);
  return decisions.map((decision) =>
    decision.action === 'clear' && problem !== undefined ? { ...decision, closed: problem } : decision,
  );
}

/** Returns a decision that needs no further input; undefined for the others, which are made on the order page. */
function buildHoldDecision({ command, does }: OperatorChoice, order: Order): DecisionDefinition | undefined {
  const about = { subject: order.orderNo, input: {} };
  // The states in the description of the state machine's row, without the names of its steps.
  const states = does.replaceAll(/: [a-z_, ]+/g, '');
  if (command === 'clear')
    return {
      key: 'A',
      action: 'clear',
      label: 'Release order',
      effect: `${describeReleaseEffect(order)} Identity and price are checked again: the order ${states}.`,
      ...about,
    };
  if (command === 'unfreeze')
    return {
      key: 'A',
      action: 'unfreeze',
      label: 'Unfreeze order',
      effect: `This ${does}. No money moves.`,
      ...about,
    };
  if (command !== 'refuse') return undefined;
  const owed = computeOwedAmount(order);
  const [label, money] =
    owed.units > 0n
      ? [`Refund ${formatAmountWithCode(owed)}`, 'The money is refunded to the payer.']
      : order.authorized.units > 0n
        ? [
            `Void authorization (${formatAmountWithCode(order.authorized)})`,
            'Nothing was charged, and nothing will be.',
          ]
        : ['Close order', 'No payment was received.'];
  return { key: 'S', action: 'refuse', label, effect: `${money} No coins are sent: the order ${states}.`, ...about };
}

function describeReleaseEffect(order: Order): string {
  if (isPaid(order)) return 'The coins are bought and sent, unless they already were.';
  return order.authorized.units > 0n
    ? `${formatAmountWithCode(order.authorized)} are captured, then the coins are bought and sent.`
    : '';
}
