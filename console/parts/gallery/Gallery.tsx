import './gallery.css';
import { useState } from 'react';
import { getServerTime } from '../../api/serverClock.ts';
import { Button } from '../Button.tsx';
import { Card } from '../Card.tsx';
import { HealthStrip } from '../charts/HealthStrip.tsx';
import { HourBars } from '../charts/HourBars.tsx';
import { type ChartLine, LineChart } from '../charts/LineChart.tsx';
import { ReceivedAmountBar } from '../charts/ReceivedAmountBar.tsx';
import { StackedBar } from '../charts/StackedBar.tsx';
import { LiveBadge } from '../connection/LiveBadge.tsx';
import { Dot } from '../Dot.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { EffectOptions } from '../fields/EffectOptions.tsx';
import { type Reason, ReasonField } from '../fields/ReasonField.tsx';
import { TextField } from '../fields/TextField.tsx';
import { LoadErrorNote } from '../LoadErrorNote.tsx';
import { Note } from '../Note.tsx';
import { RemainingBar } from '../RemainingBar.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import { Tabs } from '../Tabs.tsx';
import { Tag } from '../Tag.tsx';
import { Chip, Chips } from '../tables/Chip.tsx';
import { type Column, Table } from '../tables/Table.tsx';
import { Countdown } from '../time/Countdown.tsx';
import { Timeline } from '../time/Timeline.tsx';
import { Address } from '../values/Address.tsx';
import { Avatar } from '../values/Avatar.tsx';
import { KeyValues } from '../values/KeyValues.tsx';
import { Money } from '../values/Money.tsx';
import { OrderNumber } from '../values/OrderNumber.tsx';

type Balance = { readonly place: string; readonly balance: string; readonly free: string; readonly halted?: boolean };

const balances: readonly Balance[] = [
  { place: 'EUR Stripe', balance: '38412.60', free: '38412.60' },
  { place: 'EUR Sample Bank', balance: '61208.35', free: '60358.35' },
  { place: 'USDC Base', balance: '1204.40', free: '0.00', halted: true },
];
const columns: readonly Column<Balance>[] = [
  { id: 'place', title: 'Account', cell: ({ place }) => <b>{place}</b>, sum: 'All accounts' },
  { id: 'balance', title: 'Balance', figure: true, cell: (row) => <Money amount={row.balance} />, sum: '100,825.35' },
  { id: 'free', title: 'Free', figure: true, deskOnly: true, cell: (row) => <Money amount={row.free} /> },
];
const options = [
  { id: 'back', title: 'Refund 1,640.00 EUR', effect: 'To the source account, DE·· 4410.', keys: '1' },
  { id: 'send', title: 'Send 0.51049277 ETH', effect: 'Signed immediately; takes about 3 minutes.', keys: '2' },
  { id: 'keep', title: 'Keep it on hold', effect: '', refused: 'Its deadline has passed: decide now.' },
];
const times = Array.from({ length: 25 }, (_, hour) => Date.parse('2025-08-11T10:00:00Z') + hour * 3_600_000);
const etherBalances = times.map((_, hour) => 6 - hour * 0.13);
const lines: readonly ChartLine[] = [
  {
    title: 'Balance',
    values: etherBalances,
    labels: etherBalances.map((value) => `${value.toFixed(2)} ETH`),
    kind: 'fact',
  },
  { title: 'Reserved', values: times.map(() => 1.05), labels: times.map(() => '1.05 ETH'), kind: 'bound' },
];
const oneTime = times.slice(0, 1);
const onePoint: readonly ChartLine[] = [{ title: 'Delivered', values: [4120], labels: ['4,120.00 EUR'], kind: 'fact' }];
const inHours = (hours: number) => new Date(getServerTime() + hours * 3_600_000).toISOString();

/** Every part in its states, with sample data. */
export function Gallery() {
  const [action, setAction] = useState<string>();
  const [on, setOn] = useState(true);
  const [reason, setReason] = useState<Reason>({ code: undefined, text: '' });
  const [percent, setPercent] = useState('3.6');
  const [tab, setTab] = useState('journal');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['USDC Base']));
  return (
    <>
      <ScreenHead
        title="Parts"
        titleAddition={
          <Chips label="Kinds">
            <Chip on={on} count={6} onToggle={() => setOn(!on)}>
              All
            </Chip>
            <Chip on={!on} count={1} onToggle={() => setOn(!on)}>
              Names
            </Chip>
          </Chips>
        }
        aside={<LiveBadge updatedAt={getServerTime() - 1000} />}
        lead={
          <>
            <b>9 items need attention.</b> Next deadline in <b className="warn">42 minutes</b>.
          </>
        }
      />
      <div className="gallery">
        <Card title="Actions" aside="No payout is signed." lift flush>
          <EffectOptions label="Actions" options={options} value={action} onChange={setAction} />
          <div className="gallery-row">
            <ReasonField
              codes={[{ value: 'fraud', label: 'Fraud reported by the bank' }]}
              value={reason}
              onChange={setReason}
              errors={{ text: 'Enter an explanation. It is recorded in the audit trail.' }}
            />
          </div>
        </Card>
        <Card title="Buttons and tags" count={9}>
          <div className="gallery-line">
            <Button kind="primary">Refund 850.00 EUR</Button>
            <Button>Transfer</Button>
            <Button kind="quiet">Show</Button>
            <Button kind="danger">Stop signing</Button>
            <Button refused="Requested by Ben: another person must approve it">Approve</Button>
            <Button kind="primary" working>
              Approve
            </Button>
          </div>
          <div className="gallery-line">
            <Tag>was Converted</Tag>
            <Tag tone="good">balanced</Tag>
            <Tag tone="warn">waits for you</Tag>
            <Tag tone="bad">Halted</Tag>
            <Tag tone="tide">1 change</Tag>
            <Avatar name="Ben Muster" />
            <Avatar name={undefined} small />
            <Dot state="good" />
            <Dot state="warn" />
            <Dot state="bad" />
            <Dot state="unknown" />
          </div>
          <TextField label="Percent" value={percent} was="3.9" onChange={setPercent} hint="4 of 5 ask more." />
          <Note>It can wait until the morning.</Note>
          <Note tone="warn">Goes to DE·· 4410. It cannot be undone.</Note>
          <Note tone="bad">The bank did not respond.</Note>
        </Card>
        <Card title="Balances" aside="checked 10:54:12" flush>
          <Table
            label="Balances"
            columns={columns}
            rows={balances}
            rowId={({ place }) => place}
            onOpen={() => undefined}
            getTone={({ halted }) => (halted ? 'bad' : undefined)}
            empty="No accounts."
            selection={{ chosen, onChange: setChosen, getName: (place) => place, plural: 'accounts' }}
          />
          <StackedBar
            label="Shares"
            shares={[
              { id: 'held', weight: 6480, tone: 'tide-1' },
              { id: 'sent', weight: 3275, tone: 'tide' },
              { id: 'hold', weight: 4120, tone: 'warn' },
            ]}
          />
        </Card>
        <Card title="Deadlines, totals">
          <div className="gallery-clocks">
            <Countdown starts={inHours(-5)} ends={inHours(0.71)} />
            <Countdown starts={inHours(-2)} ends={inHours(5.21)} />
            <Countdown starts={inHours(-2)} ends={inHours(-0.2)} />
            <Countdown ends={inHours(83)} />
            <Countdown ends={undefined} note="asked 10:41" />
          </div>
          <KeyValues
            rows={[
              { label: 'Buyer pays', value: <Money amount="1640.00" code="EUR" /> },
              { label: 'Method fee', value: <Money amount="-16.64" code="EUR" /> },
              { label: 'Converted', value: <Money amount="1623.36" code="EUR" />, total: true },
            ]}
          />
          <Money amount="222352.82" code="EUR" size="hero" />
          <RemainingBar share={0.41} hatched={0.59} mark={0.32} thick label="41% free" />
          <Address address="0x71C7656EC7ab88b098defB751B7401B5f6d8976F" />
          <OrderNumber orderNo="7KQ2M4XD9TCBW5HE38RF" />
        </Card>
        <Card label="Journal" flush>
          <Tabs
            label="Order"
            value={tab}
            onChange={setTab}
            tabs={[
              { id: 'journal', title: 'Journal', count: 14 },
              { id: 'payouts', title: 'Payouts', count: 0 },
              { id: 'conversions', title: 'Conversions', count: 2 },
              { id: 'postings', title: 'Postings' },
            ]}
            aside="Every event, newest first"
          >
            <Timeline
              label="Journal"
              entries={[
                { id: '1', at: '2025-08-12T10:31:07Z', title: 'Note by Ben' },
                { id: '2', at: '2025-08-12T08:30:02Z', title: 'Held', detail: '“FRAD”', source: 'bank', tone: 'warn' },
                { id: '3', at: '2025-08-11T06:02:00Z', title: 'Surplus arrived', source: 'bank', tone: 'good' },
              ]}
            />
          </Tabs>
        </Card>
        <Card title="Delivered today">
          <HourBars
            label="Delivered by hour"
            bars={[1200, 800, 2600, 5200, 6100].map((value, index) => ({
              hour: `0${index}:00`,
              value,
              usual: value * 0.9,
              label: `${value}.00 EUR`,
              usualLabel: `${value * 0.9}.00 EUR`,
            }))}
          />
          <LineChart label="Ether in the wallet: 2.88 ETH now" times={times} lines={lines} />
          <LineChart label="Delivered on one day: 4,120.00 EUR" times={oneTime} lines={onePoint} height={90} />
          <ReceivedAmountBar
            gone={60}
            retained={1640}
            retainedLabel="Retained 1,640.00 EUR"
            label="1,700.00 received"
          />
          <HealthStrip label="Slow at the end" states={['good', 'good', 'good', 'unknown', 'warn', 'bad']} />
          <EmptyState>No action required. Next deadline: 16:20.</EmptyState>
          <LoadErrorNote asOf="2025-08-12T10:51:00Z" onRetry={() => undefined} />
        </Card>
      </div>
    </>
  );
}
