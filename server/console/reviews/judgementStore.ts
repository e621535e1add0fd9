import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { grouped } from '../shownSum.ts';

/** Something that a judgement was made on, in words. */
export type Counted = { readonly what: string; readonly value: string; readonly isAgainst: boolean };

type Velocity = Readonly<Record<'orders' | 'amount' | 'attempts' | 'declines' | 'cards' | 'buyers', string | number>>;

type Facts = {
  readonly cardCountryDiffers?: boolean;
  readonly payerNameDiffers?: boolean;
  readonly addressDenied?: boolean;
  readonly velocities?: Readonly<Record<string, Readonly<Record<string, Velocity>>>>;
};

/** What the newest judgement was made on that did not clear the order. */
export async function newestJudgementFacts(database: Queryable, orderId: number): Promise<Counted[]> {
  const found = await database.maybeOne<{ facts: Facts }>(sql`
    select facts from risk_decisions where order_id = ${orderId} and outcome <> 'clear' order by id desc limit 1`);
  return found ? countedIn(found.facts) : [];
}

function countedIn({ addressDenied, cardCountryDiffers, payerNameDiffers, velocities = {} }: Facts): Counted[] {
  const answers = [
    addressDenied === undefined ? [] : said('Address', addressDenied, 'on a list', 'on no list'),
    cardCountryDiffers === undefined
      ? []
      : said('Card’s country', cardCountryDiffers, 'differs from the buyer’s', 'the buyer’s'),
    payerNameDiffers === undefined
      ? []
      : said('Payer’s name', payerNameDiffers, 'differs from the buyer’s', 'the buyer’s'),
  ];
  const counts = Object.entries(velocities).flatMap(([subject, windows]) =>
    WINDOWS.flatMap((within) => {
      const velocity = windows[within];
      const value = velocity ? saidVelocity(velocity) : '';
      return value === '' ? [] : [{ what: `By ${subject}, ${within}`, value, isAgainst: false }];
    }),
  );
  return [...answers.flat(), ...counts];
}

/** What an hour says is in the day too. */
const WINDOWS = ['day', 'month'] as const;

const COUNTED = {
  orders: ['order', 'orders'],
  attempts: ['try', 'tries'],
  declines: ['declined', 'declined'],
  cards: ['card', 'cards'],
  buyers: ['buyer', 'buyers'],
} as const;

/** What is none is not said. */
function saidVelocity({ amount, ...counts }: Velocity): string {
  const counted = Object.entries(COUNTED).flatMap(([name, [one, many]]) => {
    const count = Number(counts[name as keyof typeof COUNTED]);
    return count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];
  });
  const paid = Number(amount) > 0 ? [`${euros(amount)} EUR`] : [];
  return [...paid, ...counted].join(', ');
}

function said(what: string, isAgainst: boolean, yes: string, no: string): Counted[] {
  return [{ what, value: isAgainst ? yes : no, isAgainst }];
}

function euros(cents: string | number): string {
  const digits = String(cents).padStart(3, '0');
  return grouped(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
}
