import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { formatTime } from '../../i18n/formatTime.ts';
import { findText, getLocale, text } from '../../i18n/text.ts';

/** Returns what an active order waits for and until when; '' if its status already shows it. */
export function waitText(statusKey: string, detail: Pick<OrderDetail, 'deadline' | 'delivery'> | undefined): string {
  if (statusKey === 'delivering' && detail?.delivery) {
    const { confirmed, required } = detail.delivery;
    return text('ui.confirmations', { confirmed: Math.min(confirmed, required), required });
  }
  const deadline = detail?.deadline ?? null;
  const dated =
    deadline === null
      ? undefined
      : findText(`orders.waits.${statusKey}.by`, {
          time: formatTime(new Date(deadline * 1000), getLocale(), 'minutes'),
        });
  return dated ?? findText(`orders.waits.${statusKey}`) ?? '';
}
