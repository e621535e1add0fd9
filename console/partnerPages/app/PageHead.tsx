import '../../parts/screenHead.css';
import { type ReactNode, useEffect } from 'react';

type PageHeadProps = {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Above: the link back. */
  readonly above?: ReactNode;
  /** At the end: buttons. */
  readonly aside?: ReactNode;
};

/** The head of a screen, once per screen. It also sets the window's title. */
export function PageHead({ title, lead, above, aside }: PageHeadProps) {
  useEffect(() => {
    document.title = `${title} · Slipway for partners`;
  }, [title]);
  return (
    <header>
      {above !== undefined && <div className="screen-above">{above}</div>}
      <div className="screen-line">
        <h1 tabIndex={-1}>{title}</h1>
        {aside !== undefined && <div className="screen-aside">{aside}</div>}
      </div>
      {lead !== undefined && <p className="screen-lead">{lead}</p>}
    </header>
  );
}
