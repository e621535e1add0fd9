import './troublePage.css';
import type { ReactNode } from 'react';
import { Page } from './Page.tsx';

type TroublePageProps = {
  /** States what happened. */
  readonly title: string;
  readonly message?: string;
  /** Explains the effect on the buyer's money. */
  readonly meaning: string;
  /** Main action and alternatives. */
  readonly acts?: ReactNode;
  /** Reference and time for support. */
  readonly reference?: string;
  readonly actions?: ReactNode;
  /** A small drawing, for pages with more to read and do. */
  readonly small?: boolean;
  /** Shown below the meaning: support contact. */
  readonly children?: ReactNode;
};

/** Page for an error that ends the flow, with a drawing of a ramp and a gap in the waterline. */
export function TroublePage({
  title,
  message,
  meaning,
  acts,
  reference,
  actions,
  small = false,
  children,
}: TroublePageProps) {
  return (
    <Page
      ownHeading
      actions={actions}
      foot={
        <>
          {acts}
          {reference && (
            <p className="trouble-reference" translate="no">
              {reference}
            </p>
          )}
        </>
      }
    >
      <div className="trouble" data-small={small ? '' : undefined}>
        <svg
          width="100%"
          height={small ? 50 : 150}
          viewBox="0 0 375 150"
          preserveAspectRatio="xMinYMid meet"
          fill="none"
          strokeLinecap="round"
          strokeLinejoin="round"
          aria-hidden="true"
        >
          <path className="trouble-water" d="M134 112h54" strokeWidth="14" />
          <path className="trouble-gap" d="M212 112h2M239 112h2M266 112h2" strokeWidth="12" />
          <path className="trouble-water" d="M292 112h900" strokeWidth="14" />
          <path className="trouble-ramp" d="M-24 0 134 112" strokeWidth="14" />
        </svg>
        <h1>{title}</h1>
        {message && <p className="trouble-message">{message}</p>}
        <p className="trouble-meaning">{meaning}</p>
        {children}
      </div>
    </Page>
  );
}
