import { useState } from 'react';
import { Money } from '../../parts/Money.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { Ways } from '../../parts/Ways.tsx';
import { AskForm } from '../../person/AskForm.tsx';
import type { Difference } from './DifferenceCard.tsx';
import { keyOf, leftOf, type Way, wishOf } from './differenceWay.ts';

const REASONS = [
  { value: 'confirmed', label: 'The other side has confirmed it' },
  { value: 'papers', label: 'It is what I say, by its papers' },
  { value: 'mistake', label: 'It was booked by mistake' },
  { value: 'unexplained', label: 'Nobody can explain it any more' },
  { value: 'asked', label: 'The other side was asked, and answers later' },
  { value: 'known', label: 'Known, and not to be booked' },
  { value: 'other', label: 'Another reason' },
];

type WaysProps = {
  readonly difference: Difference;
  readonly chosen: string | undefined;
  readonly onChoose: (key: string) => void;
};

/** None is chosen before; each says what it does, and what is left of the difference then. */
export function DifferenceWays({ difference, chosen, onChoose }: WaysProps) {
  const { ways, unit } = difference;
  const way = ways.find((one) => keyOf(one) === chosen);
  return (
    <div>
      <h3>What can be done</h3>
      <Ways
        label="What can be done"
        layout="column"
        value={chosen}
        onChange={onChoose}
        ways={ways
          .filter(({ row }) => row === null)
          .map((one) => ({
            id: keyOf(one),
            title: one.offer.label,
            effect: (
              <>
                {one.offer.effect} <Left amount={leftOf(one, undefined)} unit={unit} />
              </>
            ),
            ...(!one.offer.allowed && { refused: one.offer.why }),
          }))}
      />
      {way && <Asked key={chosen} way={way} difference={difference} />}
    </div>
  );
}

function Left({ amount, unit }: { readonly amount: string | undefined; readonly unit: string }) {
  if (amount === undefined) return null;
  return (
    <b>
      Left: <Money amount={amount} code={unit} />
    </b>
  );
}

function Asked({ way, difference }: { readonly way: Way; readonly difference: Difference }) {
  const [choice, setChoice] = useState<string>();
  const { offer, choose, choices, row } = way;
  const wish = wishOf(way, choice);
  return (
    <AskForm
      wish={offer.allowed ? wish : undefined}
      title={offer.label}
      reasons={REASONS}
      takesTwo={offer.takesTwo}
      approvers={offer.approvers}
      version={`${difference.id} ${difference.difference}`}
      {...(!wish && { refused: `Say ${lowered(choose)} first.` })}
    >
      {row !== null && (
        <p>
          {offer.label}. {offer.effect} <Left amount={leftOf(way, choice)} unit={difference.unit} />
        </p>
      )}
      {choose !== '' && (
        <SelectField
          label={choose}
          options={choices.map(({ key, label }) => ({ value: key, label }))}
          value={choice}
          onChange={setChoice}
        />
      )}
    </AskForm>
  );
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
