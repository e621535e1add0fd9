import './stepActions.css';
import type { CSSProperties, ReactNode } from 'react';
import { useLocation } from 'wouter';
import { getDraft } from '../features/draft/draft.ts';
import { MenuButton } from '../features/menu/MenuButton.tsx';
import { text } from '../i18n/text.ts';
import { useIsDesktop } from '../ui/page/useIsDesktop.ts';
import { findPurchaseStep } from './findPurchaseStep.ts';

/** End of a step's top bar: its countdown, and on desktops the menu; below the bar the progress of the purchase. */
export function StepActions({ children }: { readonly children?: ReactNode }) {
  const desktop = useIsDesktop();
  return (
    <>
      <PurchaseProgress />
      {children}
      {desktop && <MenuButton />}
    </>
  );
}

/** Waterline under the bar that grows with each step; renders nothing outside a purchase. */
function PurchaseProgress() {
  const [path] = useLocation();
  const found = findPurchaseStep(path, getDraft().offerType);
  if (!found) return null;
  const { step, count, share } = found;
  return (
    <>
      <span className="unseen">{text('ui.step_of', { step, count })}</span>
      <i className="page-step" style={{ '--share': share } as CSSProperties} aria-hidden="true" />
    </>
  );
}
