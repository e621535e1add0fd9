import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Time } from '../../parts/Time.tsx';
import { fieldTitle, fieldWords } from '../../person/fieldWords.ts';
import type { Fields } from './fieldTexts.ts';
import type { Row } from './RowDesk.tsx';

type RowHistoryProps = { readonly row: Row; readonly onRestore: (fields: Fields) => void };

/** Who made the row what it is. What it was before a change can be asked for again. */
export function RowHistory({ row, onRestore }: RowHistoryProps) {
  return (
    <Card title="History of this row" flush>
      {row.history.length === 0 && (
        <Empty>
          {row.fields === null ? 'It was never there.' : 'Nobody has changed it: it is as it came with the product.'}
        </Empty>
      )}
      <ol className="catalog-history">
        {row.history.map(({ id, at, who, approvedBy, why, action, before, after }) => {
          const former = fieldsOf(before);
          return (
            <li key={id}>
              <Time iso={at} />
              <div>
                <p>
                  {action === 'remove' ? (
                    <b>taken out</b>
                  ) : (
                    <Differences row={row} before={former} after={fieldsOf(after)} />
                  )}
                </p>
                <p className="second">
                  {who}
                  {approvedBy !== null && `, ${approvedBy}`}: “{why}”
                </p>
                {former && (
                  <Button size="small" kind="quiet" onClick={() => onRestore(former)}>
                    Restore what was before
                  </Button>
                )}
              </div>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}

type DifferencesProps = {
  readonly row: Row;
  readonly before: Fields | undefined;
  readonly after: Fields | undefined;
};

function Differences({ row: { kind, key }, before, after }: DifferencesProps) {
  if (!before) return <b>made</b>;
  const names = [...new Set([...Object.keys(before), ...Object.keys(after ?? {})])];
  const textOf = (fields: Fields | undefined, name: string) => fieldWords(kind, key, name, fields?.[name]);
  const differs = names.filter((name) => textOf(before, name) !== textOf(after, name));
  return differs.map((name) => (
    <span key={name} className="catalog-difference">
      {fieldTitle(kind, name)} {textOf(before, name) || 'nothing'} → <b>{textOf(after, name) || 'nothing'}</b>
    </span>
  ));
}

function fieldsOf(json: string | null): Fields | undefined {
  const value: unknown = json === null ? null : JSON.parse(json);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}
