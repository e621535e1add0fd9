import { Button } from '../../parts/Button.tsx';
import { Money } from '../../parts/Money.tsx';
import { Time } from '../../parts/Time.tsx';
import type { Difference } from './DifferenceCard.tsx';
import { keyOf, type Way } from './differenceWay.ts';

type Row = Difference['rows'][number];
type Choosing = { readonly chosen: string | undefined; readonly onChoose: (key: string) => void };

/** What only one of the books has, or both have otherwise, and what it comes to. */
export function DifferenceRows({ difference, ...choosing }: { readonly difference: Difference } & Choosing) {
  const { unit, unexplained, moreRows } = difference;
  return (
    <>
      <Rows difference={difference} title="In our ledger, not theirs" of={['missing_there']} {...choosing} />
      <Rows difference={difference} title="In theirs, not our ledger" of={['missing_here']} {...choosing} />
      <Rows difference={difference} title="In both, and not alike" of={['other_amount', 'other_asset']} {...choosing} />
      {/[1-9]/.test(unexplained) && (
        <p className="books-row">
          <span className="second">No row explains it</span>
          <Money amount={unexplained} code={unit} size="strong" />
        </p>
      )}
      {moreRows > 0 && <p className="second">and {moreRows} more rows</p>}
      <p className="books-row books-total">
        <b>They have more by</b>
        <b>
          <Money amount={difference.difference} code={unit} loss />
        </b>
      </p>
    </>
  );
}

type RowsProps = Choosing & {
  readonly difference: Difference;
  readonly title: string;
  readonly of: readonly Row['fault'][];
};

function Rows({ difference: { rows, ways, unit }, title, of, ...choosing }: RowsProps) {
  const own = rows.filter(({ fault }) => of.includes(fault));
  if (own.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      {own.map((row) => (
        <div key={row.id} className="books-row">
          <span>
            <span className="mono books-id" translate="no">
              {row.id}
            </span>{' '}
            <span className="second">
              seen <Time iso={row.firstSeen} />
              {!row.overdue && ', has its time'}
            </span>
          </span>
          <Figures row={row} unit={unit} />
          <RowWays ways={ways.filter((way) => way.row === row.id)} {...choosing} />
        </div>
      ))}
    </>
  );
}

function Figures({ row: { fault, here, there }, unit }: { readonly row: Row; readonly unit: string }) {
  if (fault === 'missing_here') return <Money amount={there} code={unit} size="strong" />;
  if (fault === 'missing_there') return <Money amount={here} code={unit} size="strong" />;
  return (
    <span>
      ours <Money amount={here} />, theirs <Money amount={there} code={unit} />
    </span>
  );
}

/** What the row may be said to be, beside it. */
function RowWays({ ways, chosen, onChoose }: Choosing & { readonly ways: readonly Way[] }) {
  if (ways.length === 0) return null;
  return (
    <span className="books-ways">
      {ways.map((way) => (
        <Button
          key={keyOf(way)}
          size="small"
          kind={keyOf(way) === chosen ? 'primary' : 'plain'}
          refused={way.offer.allowed ? undefined : way.offer.why}
          onClick={() => onChoose(keyOf(way))}
        >
          {way.offer.label}
        </Button>
      ))}
    </span>
  );
}
