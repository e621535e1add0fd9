import './desk.css';
import { Dialog } from '../parts/overlays/Dialog.tsx';
import { AssignmentBar } from './AssignmentBar.tsx';
import { Notes } from './Notes.tsx';

type AssignmentDialogProps = {
  readonly subject: string;
  /** Title of the item: "Card issued in another country than the buyer’s". */
  readonly title: string;
  readonly onClose: () => void;
};

/** Shows the assignee and notes of a list's row, without leaving the list. */
export function AssignmentDialog({ subject, title, onClose }: AssignmentDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title} wide>
      <div className="desk-window">
        <AssignmentBar subject={subject} hasSeveral />
        <Notes subject={subject} hasSeveral />
      </div>
    </Dialog>
  );
}
