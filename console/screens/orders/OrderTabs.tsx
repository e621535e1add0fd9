import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useKeys } from '../../app/useKeys.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { Timeline } from '../../parts/Timeline.tsx';
import { journalEntries } from './journalEntries.ts';
import type { OrderPage } from './OrderScreen.tsx';
import { Postings } from './Postings.tsx';
import { Records } from './Records.tsx';

const RECORDS = {
  attempts: { title: 'Attempts', empty: 'No payment was tried.' },
  receipts: { title: 'Receipts', empty: 'The bank has booked nothing for it.' },
  conversions: { title: 'Conversions', empty: 'Nothing was bought for it.' },
  payouts: { title: 'Payouts', empty: 'Nothing was signed for the chain.' },
  refunds: { title: 'Refunds', empty: 'Nothing was given back.' },
  disputes: { title: 'Disputes', empty: 'Nobody has disputed it.' },
  judgements: { title: 'Judgements', empty: 'No rule has judged it yet.' },
  letters: { title: 'Letters', empty: 'No letter was written.' },
  alerts: { title: 'Alerts', empty: 'Nobody was alerted.' },
} as const;

type RecordsId = keyof typeof RECORDS;

function isRecords(id: string): id is RecordsId {
  return id in RECORDS;
}

/** All that is known of it, tab by tab; the tab stands in the address. */
export function OrderTabs({ page, tab }: { readonly page: OrderPage; readonly tab: string | undefined }) {
  const navigate = useNavigate();
  const byBank = page.head.method === 'bank_transfer';
  const hidden: RecordsId = byBank ? 'attempts' : 'receipts';
  const records = (Object.keys(RECORDS) as RecordsId[]).filter(
    (id) => (id !== hidden || page[id].length > 0) && (id !== 'disputes' || page[id].length > 0),
  );
  const tabs = [
    { id: 'journal', title: 'Journal', count: page.journal.length },
    ...records.map((id) => ({ id, title: RECORDS[id].title, count: page[id].length })),
    { id: 'postings', title: 'Postings', count: page.postings.length },
  ];
  const value = tabs.some(({ id }) => id === tab) ? (tab ?? 'journal') : 'journal';
  const go = (id: string) =>
    void navigate({ to: `/orders/${page.head.orderNo}${id === 'journal' ? '' : `/${id}`}`, replace: true });
  // Where there are ways on, the digits choose those.
  const digits = page.ways.some(({ allowed }) => allowed) ? [] : tabs.slice(0, 9);
  useKeys(Object.fromEntries(digits.map(({ id }, index) => [`nth${index + 1}`, () => go(id)])));
  return (
    <Card label="All that is known of it" flush>
      <Tabs label="The order" tabs={tabs} value={value} onChange={go}>
        {value === 'journal' && <Journal page={page} />}
        {value === 'postings' && <Postings page={page} />}
        {isRecords(value) &&
          (page[value].length === 0 ? (
            <Empty>{RECORDS[value].empty}</Empty>
          ) : (
            <Records label={RECORDS[value].title} records={page[value]} />
          ))}
      </Tabs>
    </Card>
  );
}

function Journal({ page }: { readonly page: OrderPage }) {
  const [all, setAll] = useState(false);
  const { entries, quiet } = journalEntries(page.journal, all);
  return (
    <div className="order-journal">
      <Timeline label="Journal, the newest first" entries={entries} />
      {quiet > 0 && (
        <Button kind="quiet" size="small" onClick={() => setAll(!all)}>
          {all ? 'Hide quiet steps' : `Show ${quiet === 1 ? 'the quiet step' : `${quiet} quiet steps`}`}
        </Button>
      )}
    </div>
  );
}
