import './listNews.css';
import { changeWords } from '../api/calmRows.ts';
import { Button } from './Button.tsx';

type ListNewsProps = {
  readonly fresh: number;
  readonly gone: number;
  readonly onShow: () => void;
  /** What has become of rows that are no more there. */
  readonly goneWord?: 'decided' | 'gone';
};

/** Above a list: what has come and gone since somebody began to read it, until they ask for it. */
export function ListNews({ fresh, gone, onShow, goneWord = 'decided' }: ListNewsProps) {
  const words = changeWords({ fresh, gone }, goneWord);
  return (
    <output className="list-news">
      {words !== '' && (
        <Button kind="quiet" size="small" onClick={onShow}>
          {words}. Show
        </Button>
      )}
    </output>
  );
}
