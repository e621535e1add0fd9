import './screenHead.css';
import { type ReactNode, useEffect } from 'react';
import { useFrame } from '../app/frameState.ts';

type ScreenHeadProps = {
  readonly title: string;
  /** Beside the title: chips, tags. */
  readonly beside?: ReactNode;
  /** At the end: LiveBadge, a time, buttons. */
  readonly aside?: ReactNode;
  /** Below: the sentence that says what matters. */
  readonly lead?: ReactNode;
  /** Above: the way back. */
  readonly above?: ReactNode;
};

/** A screen's head, once on each; it names the window too. */
export function ScreenHead({ title, beside, aside, lead, above }: ScreenHeadProps) {
  const isTest = useFrame().session?.environment.kind === 'test';
  useEffect(() => {
    document.title = `${isTest ? 'Test: ' : ''}${title} · Slipway console`;
  }, [title, isTest]);
  return (
    <header className="screen-head">
      {above !== undefined && <div className="screen-above">{above}</div>}
      <div className="screen-line">
        <h1 tabIndex={-1}>{title}</h1>
        {beside}
        {aside !== undefined && <div className="screen-aside">{aside}</div>}
      </div>
      {lead !== undefined && <p className="screen-lead">{lead}</p>}
    </header>
  );
}
