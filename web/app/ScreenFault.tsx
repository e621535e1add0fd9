import { Component, type ReactNode } from 'react';
import { noteAnswer } from '../api/connection.ts';
import { createLastInquiry, LastInquiryContext } from '../features/quote/lastInquiry.ts';
import { text } from '../i18n/text.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { TroublePage } from '../ui/TroublePage.tsx';
import { ScreenNotLoaded } from './ScreenNotLoaded.tsx';

type ScreenFaultState = {
  readonly failed: 'no' | 'broken' | 'not_loaded';
  /** How often the screen has been mounted again. */
  readonly remounts: number;
};

/** A screen that fails sooner after it was mounted again fails for good. */
const RECOVERED_AFTER_MS = 10_000;

/** Errors of fetching a part of the app, as its loader reports them. */
const loadFailures = new WeakSet<object>();
addEventListener('vite:preloadError', ({ payload }) => {
  loadFailures.add(payload);
  // With a network it may be the file alone that is gone.
  if (!navigator.onLine) noteAnswer(false);
});

function isLoadFailure(error: unknown): boolean {
  return typeof error === 'object' && error !== null && loadFailures.has(error);
}

/**
 * Mounts a screen that failed again: the draft, the order and the session outlive it, and so does what the buyer asked for. Extensions and translations change the
 * document behind React's back, which fails once. A screen that fails again at once, or that could not be fetched, gives way to a
 * page that says so.
 */
export class ScreenFault extends Component<{ readonly children: ReactNode }, ScreenFaultState> {
  override state: ScreenFaultState = { failed: 'no', remounts: 0 };
  #remountedAt = -Infinity;
  readonly #lastInquiry = createLastInquiry();

  static getDerivedStateFromError(error: unknown): Pick<ScreenFaultState, 'failed'> {
    return { failed: isLoadFailure(error) ? 'not_loaded' : 'broken' };
  }

  override componentDidCatch(error: unknown) {
    const now = performance.now();
    const isSettled = now - this.#remountedAt > RECOVERED_AFTER_MS;
    if (!isSettled || isLoadFailure(error)) return;
    this.#remountedAt = now;
    this.setState(({ remounts }) => ({ failed: 'no', remounts: remounts + 1 }));
  }

  override render() {
    const { failed, remounts } = this.state;
    if (failed === 'no') {
      return (
        <LastInquiryContext key={remounts} value={this.#lastInquiry}>
          {this.props.children}
        </LastInquiryContext>
      );
    }
    if (failed === 'not_loaded') return <ScreenNotLoaded />;
    return (
      <TroublePage
        title={text('trouble.fault')}
        meaning={text('trouble.order_goes_on')}
        acts={
          <>
            <Button onClick={() => location.reload()}>{text('ui.reload')}</Button>
            <ButtonLink kind="ghost" href="/">
              {text('trouble.to_buy')}
            </ButtonLink>
          </>
        }
      />
    );
  }
}
