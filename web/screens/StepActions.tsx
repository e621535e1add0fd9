import type { ReactNode } from 'react';
import { MenuButton } from '../features/menu/MenuButton.tsx';
import { useIsDesktop } from '../ui/useIsDesktop.ts';

/** The end of a step's bar: its countdown, and the menu where there is room for both. */
export function StepActions({ children }: { readonly children?: ReactNode }) {
  const desktop = useIsDesktop();
  return (
    <>
      {children}
      {desktop && <MenuButton />}
    </>
  );
}
