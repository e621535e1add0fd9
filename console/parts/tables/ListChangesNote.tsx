import './listNews.css';
import { formatListChanges } from '../../api/stableRows.ts';
import { Button } from '../Button.tsx';

type ListChangesNoteProps = {
  readonly fresh: number;
  readonly gone: number;
  readonly onShow: () => void;
  /** Describes the missing rows: `1 decided`. */
  readonly goneLabel?: 'decided' | 'gone';
};

/** Shown above a list: the number of added and missing rows, until the reader asks for them. */
export function ListChangesNote({ fresh, gone, onShow, goneLabel = 'decided' }: ListChangesNoteProps) {
  const summary = formatListChanges({ fresh, gone }, goneLabel);
  return (
    <output className="list-news">
      {summary !== '' && (
        <Button kind="quiet" size="small" onClick={onShow}>
          {summary}. Show
        </Button>
      )}
    </output>
  );
}
