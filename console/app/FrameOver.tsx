import { Toaster } from '../parts/Toaster.tsx';
import { FindDialog } from './FindDialog.tsx';
import { KeysDialog } from './KeysDialog.tsx';

type FrameOverProps = {
  readonly over: 'find' | 'keys' | undefined;
  readonly onClose: () => void;
};

/** What every screen can have over it. */
export default function FrameOver({ over, onClose }: FrameOverProps) {
  return (
    <>
      <FindDialog open={over === 'find'} onClose={onClose} />
      <KeysDialog open={over === 'keys'} onClose={onClose} />
      <Toaster />
    </>
  );
}
