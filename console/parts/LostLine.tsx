import './lostLine.css';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useNow } from '../api/useNow.ts';
import { ageWords } from './ageWords.ts';
import { Button } from './Button.tsx';
import { clockTime } from './timeWords.ts';

type LostLineProps = {
  /** The server's last word, in ms of its time. */
  readonly heardAt: number;
  readonly onAskAgain: () => void;
};

/** Over the page while the server cannot be heard: figures are as they were, clocks go on. */
export function LostLine({ heardAt, onAskAgain }: LostLineProps) {
  const now = useNow();
  return (
    <output className="lost-line">
      <CloudOff size={16} strokeWidth={2.1} aria-hidden="true" />
      <span>
        <b>No word from the server since {clockTime(new Date(heardAt), true)}.</b> Figures are as they were{' '}
        <span aria-hidden="true">{ageWords(now - heardAt)} ago</span>; clocks go on. Acts ask first.
      </span>
      <Button size="small" onClick={onAskAgain}>
        Ask again
      </Button>
    </output>
  );
}
