import type { ReactNode } from 'react';
import { Toaster } from '../parts/overlays/Toaster.tsx';
import { StaleDataDialog } from '../person/StaleDataDialog.tsx';
import { FindDialog } from './commandPalette/FindDialog.tsx';
import type { ConsoleSection } from './consoleSections.ts';
import { ShortcutsDialog } from './shortcuts/ShortcutsDialog.tsx';

type FrameOverlaysProps = {
  readonly sections: readonly ConsoleSection[];
  readonly open: 'find' | 'keys' | undefined;
  readonly onClose: () => void;
};

/** Overlays of every screen. Loaded separately, so that the first screen does not wait for them. */
export default function FrameOverlays({ sections, open, onClose }: FrameOverlaysProps): ReactNode {
  return (
    <>
      <FindDialog sections={sections} open={open === 'find'} onClose={onClose} />
      <ShortcutsDialog open={open === 'keys'} onClose={onClose} />
      <StaleDataDialog />
      <Toaster />
    </>
  );
}
