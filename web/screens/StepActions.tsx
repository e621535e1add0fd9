import type { ReactNode } from 'react';
import { MenuButton } from '../features/menu/MenuButton.tsx';
import { useIsDesktop } from '../ui/page/useIsDesktop.ts';

/** End of a step's top bar: its countdown, and the menu if both fit. */
export function StepActions({ children }: { readonly children?: ReactNode }) {
  const desktop = useIsDesktop();
  return (
    <>
      {children}
      {desktop && <MenuButton />}
    </>
  );
}
