import './screenHead.css';
import { type ReactNode, useEffect } from 'react';
import { useFrameState } from '../app/frameState.ts';

type ScreenHeadProps = {
  readonly title: string;
  /** Next to the title: chips, tags. */
  readonly titleAddition?: ReactNode;
  /** At the end: LiveBadge, a time, buttons. */
  readonly aside?: ReactNode;
  /** Below: the most important fact, in one sentence. */
  readonly lead?: ReactNode;
  /** Above: the link back. */
  readonly above?: ReactNode;
};

/** The head of a screen, once per screen. It also sets the window's title. */
export function ScreenHead({ title, titleAddition, aside, lead, above }: ScreenHeadProps) {
  const isTest = useFrameState().session?.environment.kind === 'test';
  useEffect(() => {
    document.title = `${isTest ? 'Test: ' : ''}${title} · Slipway console`;
  }, [title, isTest]);
  return (
    <header className="screen-head">
      {above !== undefined && <div className="screen-above">{above}</div>}
      <div className="screen-line">
        <h1 tabIndex={-1}>{title}</h1>
        {titleAddition}
        {aside !== undefined && <div className="screen-aside">{aside}</div>}
      </div>
      {lead !== undefined && <p className="screen-lead">{lead}</p>}
    </header>
  );
}
