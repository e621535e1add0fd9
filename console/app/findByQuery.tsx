import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Users from 'lucide-react/icons/users';
import { consoleCall } from '../api/consoleCall.ts';
import type { PaletteItem } from '../parts/CommandPalette.tsx';
import { setFinder } from './findSources.ts';
import { router } from './router.tsx';

const MOST = 6;
const ICON = { size: 17, strokeWidth: 2, 'aria-hidden': true } as const;

/** ⌘K finds orders and buyers by whatever they are known by, as their lists do, and as the person may read them. */
export function findByQuery(): void {
  setFinder(async (query, signal) => {
    // One of both lists may fail, or be refused: what the other one finds is found.
    const [orders, buyers] = await Promise.allSettled([
      consoleCall('orders', { q: query }, signal),
      consoleCall('buyers', { q: query }, signal),
    ]);
    const found = [orders, buyers].flatMap((each) => (each.status === 'fulfilled' ? each.value.understood : []));
    return {
      ...(found[0] !== undefined && { understood: found[0] }),
      items: [
        ...(orders.status === 'fulfilled' ? orders.value.rows.slice(0, MOST).map(orderItem) : []),
        ...(buyers.status === 'fulfilled' ? buyers.value.rows.slice(0, MOST).map(buyerItem) : []),
      ],
    };
  });
}

function orderItem({ orderNo, pays, receives, status, buyer }: ConsoleCallData<'orders'>['rows'][number]): PaletteItem {
  return {
    id: orderNo,
    group: 'Found',
    title: `${pays.amount} ${pays.unit} → ${receives.unit}, ${status.replaceAll('_', ' ')}`,
    icon: <ReceiptText {...ICON} />,
    aside: buyer || orderNo,
    onChoose: () => void router.navigate({ to: '/orders/$no/{-$tab}', params: { no: orderNo } }),
  };
}

function buyerItem({ id, name, mail }: ConsoleCallData<'buyers'>['rows'][number]): PaletteItem {
  return {
    id: `buyer-${id}`,
    group: 'Found',
    title: name ?? 'Buyer without details',
    icon: <Users {...ICON} />,
    aside: mail,
    onChoose: () => void router.navigate({ to: '/buyers/$id', params: { id } }),
  };
}
