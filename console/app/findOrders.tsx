import ReceiptText from 'lucide-react/icons/receipt-text';
import { consoleCall } from '../api/consoleCall.ts';
import { setFinder } from './findSources.ts';
import { router } from './router.tsx';

const MOST = 8;

/** ⌘K finds orders by whatever they are known by, as their list does. */
export function findOrdersByQuery(): void {
  setFinder(async (query, signal) => {
    const { rows, understood } = await consoleCall('orders', { q: query }, signal);
    return {
      ...(understood[0] !== undefined && { understood: understood[0] }),
      items: rows.slice(0, MOST).map(({ orderNo, pays, receives, status, buyer }) => ({
        id: orderNo,
        group: 'Found',
        title: `${pays.amount} ${pays.unit} → ${receives.unit}, ${status.replaceAll('_', ' ')}`,
        icon: <ReceiptText size={17} strokeWidth={2} aria-hidden="true" />,
        aside: buyer || orderNo,
        onChoose: () => void router.navigate({ to: '/orders/$no/{-$tab}', params: { no: orderNo } }),
      })),
    };
  });
}
