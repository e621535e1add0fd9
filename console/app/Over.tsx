import type { ReactNode } from 'react';
import { Toaster } from '../parts/Toaster.tsx';
import { AskFirst } from '../person/AskFirst.tsx';
import { FindDialog } from './FindDialog.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import type { Place } from './places.ts';

type OverProps = {
  readonly places: readonly Place[];
  readonly open: 'find' | 'keys' | undefined;
  readonly onClose: () => void;
};

/** What may lie over every screen. It is fetched after the first one, and is there before anybody asks for it. */
export default function Over({ places, open, onClose }: OverProps): ReactNode {
  return (
    <>
      <FindDialog places={places} open={open === 'find'} onClose={onClose} />
      <KeysDialog open={open === 'keys'} onClose={onClose} />
      <AskFirst />
      <Toaster />
    </>
  );
}
