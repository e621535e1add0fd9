import { Button } from '../../parts/Button.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { Money } from '../../parts/values/Money.tsx';
import type { Difference } from './DifferenceCard.tsx';
import { buildActionKey, type DifferenceAction } from './differenceAction.ts';

type Row = Difference['rows'][number];
type ActionSelection = { readonly chosen: string | undefined; readonly onChoose: (key: string) => void };

/** The rows that only one side has or that differ, the amount that they do not explain, and the whole difference. */
export function DifferenceRows({ difference, ...choosing }: { readonly difference: Difference } & ActionSelection) {
  const { unit, unexplained, moreRows } = difference;
  return (
    <>
      <RowGroup difference={difference} title="In the ledger only" of={['missing_there']} {...choosing} />
      <RowGroup difference={difference} title="At the counterparty only" of={['missing_here']} {...choosing} />
      <RowGroup
        difference={difference}
        title="On both sides, with different values"
        of={['other_amount', 'other_asset']}
        {...choosing}
      />
      {/[1-9]/.test(unexplained) && (
        <p className="books-row">
          <span className="second">Unexplained</span>
          <Money amount={unexplained} code={unit} size="strong" />
        </p>
      )}
      {moreRows > 0 && <p className="second">and {moreRows} more items</p>}
      <p className="books-row books-total">
        <b>Difference, {difference.difference.startsWith('-') ? 'counterparty lower' : 'counterparty higher'}</b>
        <b>
          <Money amount={difference.difference} code={unit} loss />
        </b>
      </p>
    </>
  );
}

type RowGroupProps = ActionSelection & {
  readonly difference: Difference;
  readonly title: string;
  readonly of: readonly Row['fault'][];
};

function RowGroup({ difference: { rows, actions, unit }, title, of, ...choosing }: RowGroupProps) {
  const rowsOfGroup = rows.filter(({ fault }) => of.includes(fault));
  if (rowsOfGroup.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      {rowsOfGroup.map((row) => (
        <div key={row.id} className="books-row">
          <span>
            <span className="mono books-id" translate="no">
              {row.id}
            </span>{' '}
            <span className="second">
              first seen <Time iso={row.firstSeen} />
              {!row.overdue && ', pending'}
            </span>
          </span>
          <RowAmounts row={row} unit={unit} />
          <RowActions actions={actions.filter((action) => action.row === row.id)} {...choosing} />
        </div>
      ))}
    </>
  );
}

function RowAmounts({ row: { fault, here, there }, unit }: { readonly row: Row; readonly unit: string }) {
  if (fault === 'missing_here') return <Money amount={there} code={unit} size="strong" />;
  if (fault === 'missing_there') return <Money amount={here} code={unit} size="strong" />;
  return (
    <span>
      ledger <Money amount={here} />, counterparty <Money amount={there} code={unit} />
    </span>
  );
}

/** Actions on a row, next to it. */
function RowActions({
  actions,
  chosen,
  onChoose,
}: ActionSelection & { readonly actions: readonly DifferenceAction[] }) {
  if (actions.length === 0) return null;
  return (
    <span className="books-actions">
      {actions.map((action) => (
        <Button
          key={buildActionKey(action)}
          size="small"
          kind={buildActionKey(action) === chosen ? 'primary' : 'plain'}
          refused={action.offer.allowed ? undefined : action.offer.why}
          onClick={() => onChoose(buildActionKey(action))}
        >
          {action.offer.label}
        </Button>
      ))}
    </span>
  );
}
