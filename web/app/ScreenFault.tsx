import { Component, type ReactNode } from 'react';
import { noteAnswer } from '../api/connection.ts';
import { text } from '../i18n/text.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { TroublePage } from '../ui/TroublePage.tsx';
import { ScreenNotLoaded } from './ScreenNotLoaded.tsx';

type ScreenFaultState = { readonly failed: 'no' | 'broken' | 'not_loaded' };

/** What went wrong in fetching a part of the app, as the loader of such parts reports it. */
const loadFailures = new WeakSet<object>();
addEventListener('vite:preloadError', ({ payload }) => {
  loadFailures.add(payload);
  // With a network it may be the file alone that is gone.
  if (!navigator.onLine) noteAnswer(false);
});

/** A screen that broke or could not be fetched: said plainly, with a way on. */
export class ScreenFault extends Component<{ readonly children: ReactNode }, ScreenFaultState> {
  override state: ScreenFaultState = { failed: 'no' };

  static getDerivedStateFromError(error: unknown): ScreenFaultState {
    const notLoaded = typeof error === 'object' && error !== null && loadFailures.has(error);
    return { failed: notLoaded ? 'not_loaded' : 'broken' };
  }

  override render() {
    if (this.state.failed === 'no') return this.props.children;
    if (this.state.failed === 'not_loaded') return <ScreenNotLoaded />;
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
