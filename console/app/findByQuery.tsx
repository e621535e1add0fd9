import OctagonPause from 'lucide-react/icons/octagon-pause';
import ReceiptText from 'lucide-react/icons/receipt-text';
import { consoleCall } from '../api/consoleCall.ts';
import type { PaletteItem } from '../parts/CommandPalette.tsx';
import type { Finding } from './findSources.ts';
import { router } from './router.tsx';

const MOST = 8;

/** What is done from anywhere; the place says who may, and why not. */
const ACTS = ['Stop signing', 'Start signing'] as const;

/** ⌘K finds orders by whatever they are known by, as their list does, and what must not take a way through the rail. */
export async function findByQuery(query: string, signal: AbortSignal): Promise<Finding> {
  const { rows, understood } = await consoleCall('orders', { q: query }, signal);
  return {
    ...(understood[0] !== undefined && { understood: understood[0] }),
    items: [...actsFor(query), ...rows.slice(0, MOST).map(orderItem)],
  };
}

function actsFor(query: string): readonly PaletteItem[] {
  const wanted = query.toLowerCase();
  return ACTS.filter((title) => `${title} signer`.toLowerCase().includes(wanted)).map((title) => ({
    id: title,
    group: 'Do',
    title,
    icon: <OctagonPause size={17} strokeWidth={2} aria-hidden="true" />,
    onChoose: () => void router.navigate({ to: '/treasury/{-$part}/{-$id}', params: { part: 'signer' } }),
  }));
}

type Row = Awaited<ReturnType<typeof consoleCall<'orders'>>>['rows'][number];

function orderItem({ orderNo, pays, receives, status, buyer }: Row): PaletteItem {
  return {
    id: orderNo,
    group: 'Found',
    title: `${pays.amount} ${pays.unit} → ${receives.unit}, ${status.replaceAll('_', ' ')}`,
    icon: <ReceiptText size={17} strokeWidth={2} aria-hidden="true" />,
    aside: buyer || orderNo,
    onChoose: () => void router.navigate({ to: '/orders/$no/{-$tab}', params: { no: orderNo } }),
  };
}
