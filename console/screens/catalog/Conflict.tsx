import { Button } from '../../parts/Button.tsx';
import { Note } from '../../parts/Note.tsx';
import { fieldTitle, shownUnit } from '../../person/fieldWords.ts';
import { type FieldTexts, textsOf } from './fieldTexts.ts';
import type { Row } from './RowDesk.tsx';

type ConflictProps = {
  readonly row: Row;
  /** The row as it was when writing began. */
  readonly base: Row;
  readonly texts: FieldTexts;
  readonly onForget: () => void;
  readonly onKeepMine: () => void;
};

/** Somebody has changed the row since writing began: both values, and a choice. */
export function Conflict({ row, base, texts, onForget, onKeepMine }: ConflictProps) {
  if (row.edition === base.edition) return null;
  const was = textsOf(base);
  const now = textsOf(row);
  const differs = Object.keys(now).filter((name) => now[name] !== was[name]);
  return (
    <Note tone="warn">
      The row was changed while you wrote.
      <ul className="catalog-conflict">
        {differs.map((name) => (
          <li key={name}>
            {fieldTitle(row.kind, name)}
            {unitWords(row, name)}: it was <b>{was[name] || 'nothing'}</b>, it is <b>{now[name] || 'nothing'}</b>
            {texts[name] !== was[name] && (
              <>
                , you wrote <b>{texts[name] || 'nothing'}</b>
              </>
            )}
          </li>
        ))}
      </ul>
      <div className="catalog-acts">
        <Button size="small" onClick={onKeepMine}>
          Mine, upon the new row
        </Button>
        <Button size="small" kind="quiet" onClick={onForget}>
          Take the new row
        </Button>
      </div>
    </Note>
  );
}

function unitWords({ kind, key }: Row, name: string): string {
  const unit = shownUnit(kind, key, name);
  return unit === undefined ? '' : ` (${unit})`;
}
