import './page.css';
import { Brand } from '@slipway/look/Brand.tsx';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { text } from '../../i18n/text.ts';
import { IconButton } from '../IconButton.tsx';
import { usePageBar } from './pageBar.ts';
import { useIsDesktop } from './useIsDesktop.ts';

type PageProps = {
  readonly children: ReactNode;
  /** Replaces the route's title. */
  readonly title?: string;
  /** End of the top bar: countdown, country, menu. */
  readonly actions?: ReactNode;
  /** Main button with its notes; at the bottom on phones. */
  readonly foot?: ReactNode;
  /** Below the card at every width: version stamp, small print. */
  readonly below?: ReactNode;
  /** Second column from 1024 px. */
  readonly aside?: ReactNode;
  /** Shows the aside below the rest on narrow screens too. */
  readonly asideEverywhere?: boolean;
  /** `card` puts the screen on one 476 px card on desktops; `wide` is 600 + 380 px without a card (order pages). */
  readonly layout?: 'card' | 'wide';
  /** The screen has its own h1 (a status, a question), so the top bar's title is not a heading. */
  readonly ownHeading?: boolean;
};

/** Layout of every screen: top bar, one column on phones and tablets, two on desktops. */
export function Page(props: PageProps) {
  const { children, actions, foot, below, aside, asideEverywhere, layout = 'card', ownHeading } = props;
  const bar = usePageBar();
  const desktop = useIsDesktop();
  const title = props.title ?? bar.title;
  const Title = ownHeading ? 'p' : 'h1';
  const back = bar.showLeftArrow ? bar.goBack : undefined;
  return (
    <div className="page" data-layout={layout} data-aside={aside ? '' : undefined}>
      {bar.show && (
        <header
          className="page-bar"
          data-back={back && !desktop ? '' : undefined}
          style={bar.bgColor ? { background: bar.bgColor } : {}}
        >
          {back && !desktop && (
            <IconButton
              label={text('ui.back')}
              icon={<ChevronLeft size={24} strokeWidth={2} aria-hidden="true" />}
              onClick={back}
            />
          )}
          {desktop || bar.showName ? (
            <PageBrand large={desktop} closed={bar.closed} />
          ) : (
            <Title className="page-title">{title}</Title>
          )}
          <div className="page-actions">{actions}</div>
        </header>
      )}
      <main className="page-columns">
        <div className="page-column">
          {desktop && back && (
            <button type="button" className="page-back" onClick={back}>
              <ArrowLeft size={16} strokeWidth={2.2} aria-hidden="true" />
              {text('ui.back')}
            </button>
          )}
          <div className="page-card">
            {desktop && title && !ownHeading && <h1 className="page-card-title">{title}</h1>}
            {!desktop && bar.showName && title && !ownHeading && <h1 className="unseen">{title}</h1>}
            {children}
            {foot && <div className="page-foot">{foot}</div>}
          </div>
          {below && <div className="page-below">{below}</div>}
        </div>
        {aside && (desktop || asideEverywhere) && <aside className="page-aside">{aside}</aside>}
      </main>
    </div>
  );
}

function PageBrand({ large, closed }: { readonly large: boolean; readonly closed: boolean }) {
  if (closed)
    return (
      <span className="page-brand">
        <Brand large={large} />
      </span>
    );
  return (
    <Link href="/" className="page-brand" aria-label="Slipway">
      <Brand large={large} />
    </Link>
  );
}

/** A surface on the page. `lift` marks the most important card. */
export function Card({ children, lift = false }: { readonly children: ReactNode; readonly lift?: boolean }) {
  return (
    <section className="card" data-lift={lift ? '' : undefined}>
      {children}
    </section>
  );
}
