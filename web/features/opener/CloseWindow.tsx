import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { tellClose } from './opener.ts';

/** The way back to the site that has opened the window, and still shows its own page behind it. */
export function CloseWindow() {
  const close = () => {
    tellClose();
    window.close();
  };
  return (
    <Button kind="ghost" onClick={close}>
      {text('order.close_window')}
    </Button>
  );
}
