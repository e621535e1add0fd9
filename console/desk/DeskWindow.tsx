import './desk.css';
import { Dialog } from '../parts/Dialog.tsx';
import { DeskBar } from './DeskBar.tsx';
import { Notes } from './Notes.tsx';

type DeskWindowProps = {
  readonly subject: string;
  /** What it is: "Card issued in another country than the buyer’s". */
  readonly title: string;
  readonly onClose: () => void;
};

/** Who has a row of a list, and its notes, without leaving the list. */
export function DeskWindow({ subject, title, onClose }: DeskWindowProps) {
  return (
    <Dialog open onClose={onClose} title={title} wide>
      <div className="desk-window">
        <DeskBar subject={subject} many />
        <Notes subject={subject} many />
      </div>
    </Dialog>
  );
}
