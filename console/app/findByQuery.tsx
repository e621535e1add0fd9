import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import OctagonPause from 'lucide-react/icons/octagon-pause';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Users from 'lucide-react/icons/users';
import { consoleCall } from '../api/consoleCall.ts';
import type { PaletteItem } from '../parts/CommandPalette.tsx';

/** A thing that was found, and where it is shown. */
export type FoundItem = Omit<PaletteItem, 'onChoose'> & { readonly to: string };

export type Finding = {
  readonly items: readonly FoundItem[];
  /** As what the query was understood: "an order number". */
  readonly understood?: string;
};

const MOST = 6;
const ICON = { size: 17, strokeWidth: 2, 'aria-hidden': true } as const;

/**
 * Orders and buyers by whatever they are known by, as their lists find them, and as the person may read them. The signal says
 * that nobody waits any more.
 */
export async function findByQuery(query: string, signal: AbortSignal): Promise<Finding> {
  // One of both lists may fail, or be refused: what the other one finds is found.
  const [orders, buyers] = await Promise.allSettled([
    consoleCall('orders', { q: query }, signal),
    consoleCall('buyers', { q: query }, signal),
  ]);
  const [understood] = [orders, buyers].flatMap((each) => (each.status === 'fulfilled' ? each.value.understood : []));
  return {
    ...(understood !== undefined && { understood }),
    items: [
      ...(orders.status === 'fulfilled' ? orders.value.rows.slice(0, MOST).map(orderItem) : []),
      ...(buyers.status === 'fulfilled' ? buyers.value.rows.slice(0, MOST).map(buyerItem) : []),
      ...actsFor(query),
    ],
  };
}

/** What is done from anywhere, and must not take a way through the rail; the place says who may, and why not. */
const ACTS = ['Stop signing', 'Start signing'] as const;

function actsFor(query: string): readonly FoundItem[] {
  const wanted = query.toLowerCase();
  return ACTS.filter((title) => `${title} signer`.toLowerCase().includes(wanted)).map((title) => ({
    id: title,
    group: 'Do',
    title,
    icon: <OctagonPause {...ICON} />,
    to: '/treasury/signer',
  }));
}

function orderItem({ orderNo, pays, receives, status, buyer }: ConsoleCallData<'orders'>['rows'][number]): FoundItem {
  return {
    id: orderNo,
    group: 'Found',
    title: `${pays.amount} ${pays.unit} → ${receives.unit}, ${status.replaceAll('_', ' ')}`,
    icon: <ReceiptText {...ICON} />,
    aside: buyer || orderNo,
    to: `/orders/${orderNo}`,
  };
}

function buyerItem({ id, name, mail }: ConsoleCallData<'buyers'>['rows'][number]): FoundItem {
  return {
    id: `buyer-${id}`,
    group: 'Found',
    title: name ?? 'Buyer without details',
    icon: <Users {...ICON} />,
    aside: mail,
    to: `/buyers/${encodeURIComponent(id)}`,
  };
}
