import { Component, type ReactNode } from 'react';
import { text } from '../i18n/text.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { TroublePage } from '../ui/TroublePage.tsx';

type ScreenFaultState = { readonly failed: boolean };

/** A screen that broke or could not be fetched: said plainly, with a way on. */
export class ScreenFault extends Component<{ readonly children: ReactNode }, ScreenFaultState> {
  override state: ScreenFaultState = { failed: false };

  static getDerivedStateFromError(): ScreenFaultState {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
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
