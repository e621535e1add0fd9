import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { PlannedChange } from '../../configuration/changeConfiguration.ts';
import type { Settings } from '../../configuration/settings.ts';
import type { Rules } from '../../platform/config/rules.ts';
import type { PriceBook } from '../../purchase/quote/priceBook.ts';
import { isReplayed, judgeAgain, type Stopped } from './judgeAgain.ts';
import type { PastOrder } from './pastOrderStore.ts';
import { priceAgain } from './priceAgain.ts';

type Stops = NonNullable<ConsoleCallData<'previewChange'>['stops']>;

/** Rules that ask something of the buyer, or of a second person, above an amount; each by the order's own worth. */
const BARS: Readonly<Record<string, (rules: Rules) => bigint>> = {
  identityAboveEuro: ({ identityAboveEuroCents }) => identityAboveEuroCents,
  travelRuleAboveEuro: ({ travelRuleAboveEuroCents }) => travelRuleAboveEuroCents,
  confirmationAboveEuro: ({ confirmationAboveEuroCents }) => confirmationAboveEuroCents,
  secondPersonAboveEuro: ({ secondPersonAboveEuroCents }) => secondPersonAboveEuroCents,
};

/** What a country or a rule stops of past orders, now and then; undefined for what stops none. */
export function stoppedBy(
  { kind, key }: { readonly kind: string; readonly key: string },
  orders: readonly PastOrder[],
  book: PriceBook,
  { now, next }: Pick<PlannedChange, 'now' | 'next'>,
): Pick<Stops, 'now' | 'next' | 'words'> | undefined {
  if (kind === 'country') {
    const own = orders.filter(({ isOwn }) => isOwn);
    const count = (settings: Settings) => counted(own, 'refused', (order) => priceAgain(settings, book, order).refused);
    return {
      now: count(now),
      next: count(next),
      words: 'Orders of the own offer that the catalog would not have sold there, priced as they were.',
    };
  }
  if (kind === 'risk-rule') {
    const rule = [...now.riskRules, ...next.riskRules].find(({ name }) => name === key);
    const isCounted = rule === undefined || isReplayed(rule);
    return {
      now: judgeAgain(orders, now),
      next: judgeAgain(orders, next),
      words: isCounted
        ? 'By all rules that count orders, amounts and buyers by buyer or address; what cards and attempts tell is not read again.'
        : 'This rule looks at cards, attempts or names, which are not read again: what it would stop is not known.',
    };
  }
  const bar = kind === 'rule' ? BARS[key] : undefined;
  if (!bar) return undefined;
  const count = ({ rules }: Settings) => counted(orders, 'asked', ({ euroCents }) => euroCents > bar(rules));
  return { now: count(now), next: count(next), words: 'Orders above the amount, each by itself.' };
}

const NONE = { refused: 0, held: 0, asked: 0 } as const;

function counted(
  orders: readonly PastOrder[],
  as: 'refused' | 'asked',
  isStopped: (order: PastOrder) => boolean,
): Stopped {
  const stopped = orders.filter(isStopped);
  return {
    ...NONE,
    [as]: stopped.length,
    good: stopped.filter(({ isGood }) => isGood).length,
  };
}
