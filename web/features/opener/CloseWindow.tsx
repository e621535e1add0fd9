import { text } from '../../i18n/text.ts';
import { Button } from '../../ui/Button.tsx';
import { postClose } from './opener.ts';

/** Button that notifies the opener and closes this window; the site that opened it is still open behind it. */
export function CloseWindow() {
  const close = () => {
    postClose();
    window.close();
  };
  return (
    <Button kind="ghost" onClick={close}>
      {text('order.close_window')}
    </Button>
  );
}
