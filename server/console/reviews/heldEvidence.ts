import { amountOf } from '@slipway/money/amount.ts';
import { formatDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { Settings } from '../../configuration/settings.ts';
import { measureWords } from '../../operator/attention/attentionTitles.ts';
import { againstClearing } from '../../operator/buyer/againstClearing.ts';
import { shownJudgements } from '../../operator/show/shownOrderStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { type Choice, choicesNow } from '../../purchase/order/choices.ts';
import { isPaid, type Order, owedAmount } from '../../purchase/order/order.ts';
import type { RiskRule } from '../../risk/riskRules.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { saidSum } from '../shownSum.ts';
import { buyerGroup, moneySoFar, paymentGroup } from './commonGroups.ts';
import { type Evidence, type EvidenceRow, line, plainCell } from './evidence.ts';
import { type Counted, newestJudgementFacts } from './judgementStore.ts';
import type { Way } from './offeredDecision.ts';
import type { ReviewSubject } from './reviewRows.ts';

type Asked = { readonly order: Order; readonly subject: ReviewSubject; readonly person: ConsolePerson };

/** Why an order is held: the rule, what was counted, and every judgement that there was. */
export async function heldEvidence(context: ConsoleContext, { order, subject, person }: Asked): Promise<Evidence> {
  const { database } = context;
  const [against, judgements, buyer, payment, counted, now] = await Promise.all([
    againstClearing(database, order),
    judgementRows(database, order),
    buyerGroup(database, order.buyerId),
    paymentGroup(database, order, subject.profile, person),
    newestJudgementFacts(database, order.id),
    database.now(),
  ]);
  return {
    lead: `${moneySoFar(order)}${order.heldFrom === null ? '' : ` On hold at: ${order.heldFrom.replaceAll('_', ' ')}.`}`,
    columns: ['Judged', 'Outcome', 'Rule', 'Lists'],
    rows: judgements,
    groups: [...buyer, ...payment, ...ruleGroup(context.settings(), order, counted)],
    checklist: [],
    candidates: [],
    note: order.frozen ? 'It is frozen: two of compliance lift that first, then it can be decided.' : '',
    ways: order.status === 'on_hold' ? waysOf(order, now, against) : [],
  };
}

async function judgementRows(database: Database, { id }: Order): Promise<EvidenceRow[]> {
  const judgements = await shownJudgements(database, id);
  return judgements.map(({ at, stage, outcome, rule, lists }) => ({
    name: `Before the ${stage}`,
    cells: [
      plainCell(at.toISOString()),
      plainCell(outcome, outcome !== 'clear'),
      plainCell(rule || '–'),
      plainCell(lists === null ? '–' : shortened(lists)),
    ],
    verdict: { text: '', tone: 'plain' },
  }));
}

/** Editions are called by digests: their beginning tells them apart. */
function shortened(text: string): string {
  return text.replaceAll(/\b([0-9a-f]{12})[0-9a-f]{20,}\b/g, '$1…').replaceAll(/\b([0-9a-f]{12})… \1\b/g, '$1');
}

function ruleGroup({ riskRules }: Settings, { reason }: Order, counted: readonly Counted[]) {
  const rule = riskRules.find(({ name }) => name === reason);
  const lines = [
    ...(rule ? [line('Rule', saidRule(rule))] : []),
    ...counted.map(({ what, value, isAgainst }) => line(what, value, isAgainst ? 'warn' : 'plain')),
  ];
  return lines.length === 0 ? [] : [{ title: 'What was judged', lines }];
}

function saidRule(rule: RiskRule): string {
  const above = 'of' in rule ? formatDecimal(rule.above) : saidSum(amountOf(fiatAsset('EUR'), rule.aboveEuroCents));
  return `${measureWords(rule)}, above ${above}: ${rule.outcome}`;
}

function waysOf(order: Order, now: Date, against: string | undefined): Way[] {
  const ways = choicesNow(order, now).flatMap((choice) => wayOf(choice, order) ?? []);
  return ways.map((way) => (way.action === 'clear' && against !== undefined ? { ...way, closed: against } : way));
}

/** Those that say nothing but yes or no; others take an account or a fee, and are asked for at the order. */
function wayOf({ command, does }: Choice, order: Order): Way | undefined {
  const about = { subject: order.orderNo, input: {} };
  // What the machine's own row says besides: its states, without the names of its steps.
  const states = does.replaceAll(/: [a-z_, ]+/g, '');
  if (command === 'clear')
    return {
      key: 'A',
      action: 'clear',
      label: 'Let it go on',
      effect: `${onMoneyOfClearing(order)} Identity and price are judged again: it ${states}.`,
      ...about,
    };
  if (command === 'unfreeze')
    return {
      key: 'A',
      action: 'unfreeze',
      label: 'Lift the freeze',
      effect: `This ${does}. No money moves by it.`,
      ...about,
    };
  if (command !== 'refuse') return undefined;
  const owed = owedAmount(order);
  const [label, money] =
    owed.units > 0n
      ? [`Give back ${saidSum(owed)}`, 'It goes back to where it came from.']
      : order.authorized.units > 0n
        ? [`Release the hold on ${saidSum(order.authorized)}`, 'Nothing was taken, and nothing will be.']
        : ['End it', 'Nothing has come for it.'];
  return { key: 'S', action: 'refuse', label, effect: `${money} No coins are sent: it ${states}.`, ...about };
}

function onMoneyOfClearing(order: Order): string {
  if (isPaid(order)) return 'The coins are bought and sent, if they were not yet.';
  return order.authorized.units > 0n
    ? `${saidSum(order.authorized)} are taken, then the coins are bought and sent.`
    : '';
}
