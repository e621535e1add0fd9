import { Component, type ReactNode } from 'react';
import { recordAnswer } from '../api/connection.ts';
import { createLastInquiry, LastInquiryContext } from '../features/quote/lastInquiry.ts';
import { text } from '../i18n/text.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { TroublePage } from '../ui/page/TroublePage.tsx';
import { ScreenNotLoaded } from './ScreenNotLoaded.tsx';

type ScreenFaultState = {
  readonly failed: 'no' | 'broken' | 'not_loaded';
  /** Number of remounts so far. */
  readonly remounts: number;
};

/** A screen that fails again within this time after a remount is not remounted again. */
const RECOVERED_AFTER_MS = 10_000;

/** Errors of loading a part of the app, as reported by its loader. */
const loadFailures = new WeakSet<object>();
addEventListener('vite:preloadError', ({ payload }) => {
  loadFailures.add(payload);
  // While online, the failure is no sign of a lost connection: the file itself may be missing on the server.
  if (!navigator.onLine) recordAnswer(false);
});

function isLoadFailure(error: unknown): boolean {
  return typeof error === 'object' && error !== null && loadFailures.has(error);
}

/**
 * Error boundary that remounts a failed screen; the draft, order, session and last quote request survive. Browser
 * extensions and translation tools modify the DOM behind React's back, which causes a single failure. A screen that
 * fails again at once, or could not be loaded, is replaced by an error page.
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
