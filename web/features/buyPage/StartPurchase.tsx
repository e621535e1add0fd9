import './startPurchase.css';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { text } from '../../i18n/text.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { FieldMessage } from '../../ui/FieldMessage.tsx';
import type { PurchaseWindow } from './usePurchaseWindow.ts';

const PRODUCT = 'Slipway';

type StartPurchaseProps = {
  readonly purchase: PurchaseWindow;
  /** What is entered can be bought, as far as it has been judged. */
  readonly ready: boolean;
  readonly checking: boolean;
};

/** The form's button. Where the browser opened no window, a link, which no browser blocks, takes its place. */
export function StartPurchase({ purchase: { unopened, opening }, ready, checking }: StartPurchaseProps) {
  if (unopened === null) {
    return (
      <Button type="submit" disabled={!ready} working={opening || checking}>
        {text('buyPage.start')}
      </Button>
    );
  }
  return (
    <div className="buy-unopened">
      <FieldMessage id="buy-unopened" icon cause={text('buyPage.blocked')}>
        {text('buyPage.unopened', { name: PRODUCT })}
      </FieldMessage>
      <ButtonLink
        external
        href={unopened}
        kind="filled"
        icon={<ArrowUpRight size={18} strokeWidth={2.2} aria-hidden="true" />}
      >
        {text('buyPage.open', { name: PRODUCT })}
      </ButtonLink>
    </div>
  );
}
