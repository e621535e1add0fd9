import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { groupThousands } from '../presentAmount.ts';

/** A fact on which a risk decision was based, as text. `isAgainst`: it is a reason to hold or refuse the order. */
export type DecisionFact = { readonly what: string; readonly value: string; readonly isAgainst: boolean };

type Velocity = Readonly<Record<'orders' | 'amount' | 'attempts' | 'declines' | 'cards' | 'buyers', string | number>>;

type Facts = {
  readonly cardCountryDiffers?: boolean;
  readonly payerNameDiffers?: boolean;
  readonly addressDenied?: boolean;
  readonly velocities?: Readonly<Record<string, Readonly<Record<string, Velocity>>>>;
};

/** Returns the facts of the newest risk decision that did not clear the order; none if there is no such decision. */
export async function readNewestDecisionFacts(database: Queryable, orderId: number): Promise<DecisionFact[]> {
  const found = await database.maybeOne<{ facts: Facts }>(sql`
    select facts from risk_decisions where order_id = ${orderId} and outcome <> 'clear' order by id desc limit 1`);
  return found ? listDecisionFacts(found.facts) : [];
}

function listDecisionFacts({
  addressDenied,
  cardCountryDiffers,
  payerNameDiffers,
  velocities = {},
}: Facts): DecisionFact[] {
  const answers = [
    addressDenied === undefined ? [] : buildDecisionFact('Address', addressDenied, 'on a deny list', 'on no deny list'),
    cardCountryDiffers === undefined
      ? []
      : buildDecisionFact('Card’s country', cardCountryDiffers, 'differs from the buyer’s', 'matches the buyer’s'),
    payerNameDiffers === undefined
      ? []
      : buildDecisionFact('Payer’s name', payerNameDiffers, 'differs from the buyer’s', 'matches the buyer’s'),
  ];
  const counts = Object.entries(velocities).flatMap(([subject, windows]) =>
    WINDOWS.flatMap((within) => {
      const velocity = windows[within];
      const value = velocity ? formatVelocity(velocity) : '';
      return value === '' ? [] : [{ what: `By ${subject}, ${within}`, value, isAgainst: false }];
    }),
  );
  return [...answers.flat(), ...counts];
}

/** The hour is left out because the day includes it. */
const WINDOWS = ['day', 'month'] as const;

const COUNT_NOUNS = {
  orders: ['order', 'orders'],
  attempts: ['attempt', 'attempts'],
  declines: ['declined', 'declined'],
  cards: ['card', 'cards'],
  buyers: ['buyer', 'buyers'],
} as const;

/** Formats the counts, leaving out zeros. */
function formatVelocity({ amount, ...counts }: Velocity): string {
  const counted = Object.entries(COUNT_NOUNS).flatMap(([name, [one, many]]) => {
    const count = Number(counts[name as keyof typeof COUNT_NOUNS]);
    return count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];
  });
  const paid = Number(amount) > 0 ? [`${formatEuros(amount)} EUR`] : [];
  return [...paid, ...counted].join(', ');
}

function buildDecisionFact(what: string, isAgainst: boolean, yes: string, no: string): DecisionFact[] {
  return [{ what, value: isAgainst ? yes : no, isAgainst }];
}

function formatEuros(cents: string | number): string {
  const digits = String(cents).padStart(3, '0');
  return groupThousands(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
}
