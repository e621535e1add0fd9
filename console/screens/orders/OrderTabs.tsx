import { findPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useShortcuts } from '../../app/shortcuts/useShortcuts.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { Timeline } from '../../parts/time/Timeline.tsx';
import { buildJournalEntries } from './buildJournalEntries.ts';
import type { OrderPage } from './OrderScreen.tsx';
import { Postings } from './Postings.tsx';
import { RecordList } from './RecordList.tsx';

const RECORD_TABS = {
  attempts: { title: 'Attempts', empty: 'No payment attempts.' },
  receipts: { title: 'Receipts', empty: 'No payments received yet.' },
  conversions: { title: 'Conversions', empty: 'No conversions.' },
  payouts: { title: 'Payouts', empty: 'No payout signed.' },
  refunds: { title: 'Refunds', empty: 'No refunds.' },
  disputes: { title: 'Disputes', empty: 'No disputes.' },
  judgements: { title: 'Risk checks', empty: 'No risk checks yet.' },
  emails: { title: 'Emails', empty: 'No emails.' },
  alerts: { title: 'Alerts', empty: 'No alerts.' },
} as const;

type RecordTabId = keyof typeof RECORD_TABS;

function isRecordTab(id: string): id is RecordTabId {
  return id in RECORD_TABS;
}

/** All records of the order in tabs; the tab is part of the URL. */
export function OrderTabs({ page, tab }: { readonly page: OrderPage; readonly tab: string | undefined }) {
  const navigate = useNavigate();
  const byBank = findPayMethodTraits(page.head.method)?.money === 'received';
  const hidden: RecordTabId = byBank ? 'attempts' : 'receipts';
  const records = (Object.keys(RECORD_TABS) as RecordTabId[]).filter(
    (id) => (id !== hidden || page[id].length > 0) && (id !== 'disputes' || page[id].length > 0),
  );
  const tabs = [
    { id: 'journal', title: 'Journal', count: page.journal.length },
    ...records.map((id) => ({ id, title: RECORD_TABS[id].title, count: page[id].length })),
    { id: 'postings', title: 'Ledger entries', count: page.postings.length },
  ];
  const value = tabs.some(({ id }) => id === tab) ? (tab ?? 'journal') : 'journal';
  const go = (id: string) =>
    void navigate({ to: `/orders/${page.head.orderNo}${id === 'journal' ? '' : `/${id}`}`, replace: true });
  // If actions are available, the digit keys select those instead.
  const digits = page.actions.some(({ allowed }) => allowed) ? [] : tabs.slice(0, 9);
  useShortcuts(Object.fromEntries(digits.map(({ id }, index) => [`nth${index + 1}`, () => go(id)])));
  return (
    <Card label="Order records" flush>
      <Tabs label="Order" tabs={tabs} value={value} onChange={go}>
        {value === 'journal' && <OrderJournal page={page} />}
        {value === 'postings' && <Postings page={page} />}
        {isRecordTab(value) &&
          (page[value].length === 0 ? (
            <EmptyState>{RECORD_TABS[value].empty}</EmptyState>
          ) : (
            <RecordList label={RECORD_TABS[value].title} records={page[value]} />
          ))}
      </Tabs>
    </Card>
  );
}

function OrderJournal({ page }: { readonly page: OrderPage }) {
  const [all, setAll] = useState(false);
  const { entries, quiet } = buildJournalEntries(page.journal, all);
  return (
    <div className="order-journal">
      <Timeline label="Journal, newest first" entries={entries} />
      {quiet > 0 && (
        <Button kind="quiet" size="small" onClick={() => setAll(!all)}>
          {all ? 'Hide background steps' : `Show ${quiet === 1 ? '1 background step' : `${quiet} background steps`}`}
        </Button>
      )}
    </div>
  );
}
