import { Fragment, useState } from 'react';
import { Card } from '../../parts/Card.tsx';
import { RemainingBar } from '../../parts/RemainingBar.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Chip } from '../../parts/tables/Chip.tsx';
import { ScrollRegion } from '../../parts/tables/ScrollRegion.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { isZero } from '../../parts/values/formatGroupedDecimal.ts';
import { Money } from '../../parts/values/Money.tsx';
import { chooseReserveTone, formatReserveDuration } from '../today/formatReserveDuration.ts';
import type { TreasuryData } from './TreasuryScreen.tsx';

type ExternalAccount = TreasuryData['places'][number];

const GROUPS: readonly { readonly title: string; readonly has: (place: ExternalAccount) => boolean }[] = [
  { title: 'Acquirer and bank', has: ({ place }) => place === 'acquirer' || place === 'bank' || place === 'dispute' },
  { title: 'Exchange', has: ({ place }) => place === 'venue' },
  { title: 'Wallets', has: ({ place }) => place === 'wallet' },
  { title: 'In transit and receivable', has: ({ place }) => place === 'transit' || place === 'affiliate' },
];

const COLUMN_COUNT = 8;

/** The operator's money by external account, with its reserved part, and how long the rest lasts. */
export function ExternalAccountsCard({ page: { places, assets, windowDays } }: { readonly page: TreasuryData }) {
  const [isExact, setExact] = useState(false);
  return (
    <Card
      flush
      title="Balances by account"
      aside={
        <Chip on={isExact} onToggle={() => setExact(!isExact)}>
          Exact amounts
        </Chip>
      }
    >
      <ScrollRegion label="Balances by account, table">
        <table className="figure-table treasury-table">
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col">Balance</th>
              <th scope="col">Reserved</th>
              <th scope="col">Free</th>
              <th scope="col" title={`Average of the last ${windowDays} days`}>
                24 h requirement
              </th>
              <th scope="col" className="treasury-bar">
                Coverage
              </th>
              <th scope="col">Runway</th>
              <th scope="col">In EUR</th>
            </tr>
          </thead>
          <tbody>
            {GROUPS.map(({ title, has }) => {
              const own = places.filter(has);
              if (own.length === 0) return null;
              return (
                <Fragment key={title}>
                  <tr className="treasury-group">
                    <th scope="rowgroup" colSpan={COLUMN_COUNT}>
                      {title}
                    </th>
                  </tr>
                  {own.map((place) => (
                    <ExternalAccountRow key={`${place.place} ${place.name}`} place={place} short={!isExact} />
                  ))}
                </Fragment>
              );
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={COLUMN_COUNT - 1}>
                All accounts
              </th>
              <td>
                <Money amount={assets.sum.amount} />
              </td>
            </tr>
          </tfoot>
        </table>
      </ScrollRegion>
    </Card>
  );
}

const ACCOUNT_LABELS: Readonly<Record<string, string>> = {
  acquirer: 'Acquirer',
  bank: 'Bank',
  dispute: 'Held in disputes',
  transit: 'In transit',
  affiliate: 'Other providers',
};

type ExternalAccountRowProps = { readonly place: ExternalAccount; readonly short: boolean };

function ExternalAccountRow({ place, short }: ExternalAccountRowProps) {
  const {
    name,
    balance,
    reported: reportedBalance,
    reportedAt,
    reserved,
    free,
    neededDaily,
    lastsHours,
    worth,
    halted,
  } = place;
  const tone = chooseReserveTone(lastsHours, halted);
  return (
    <tr>
      <th scope="row">
        <b>{name}</b> <span className="second">{ACCOUNT_LABELS[place.place]}</span>{' '}
        {halted && (
          <Tag tone="bad" small>
            Halted
          </Tag>
        )}
        {reportedBalance !== null && reportedBalance !== balance && (
          <span className="treasury-note warn">
            Reported balance <Money amount={reportedBalance} />
            {reportedAt && (
              <>
                {' '}
                at <Time iso={reportedAt} />
              </>
            )}
          </span>
        )}
      </th>
      <td>
        <Money amount={balance} size="strong" loss short={short} />
      </td>
      <td className="second">
        {reserved === null || isZero(reserved) ? '–' : <Money amount={reserved} short={short} />}
      </td>
      <td>
        <Money amount={free} loss short={short} />
      </td>
      <td className="second">
        {neededDaily === null || isZero(neededDaily) ? '–' : <Money amount={neededDaily} short={short} />}
      </td>
      <td className="treasury-bar">
        {reserved === null && neededDaily === null ? <span className="second">–</span> : <BalanceBar place={place} />}
      </td>
      <td className={tone}>
        <b>{formatReserveDuration(lastsHours)}</b>
      </td>
      <td>{worth ? <Money amount={worth.amount} /> : <span className="second">no price</span>}</td>
    </tr>
  );
}

/** Approximate numbers, only for the bar's lengths; the exact figures are shown next to it. */
function BalanceBar({
  place: { balance, reserved, free, neededDaily, lastsHours, halted },
}: {
  readonly place: ExternalAccount;
}) {
  const needed = Number(neededDaily ?? 0);
  const most = Math.max(Number(balance), needed, Number(reserved ?? 0)) || 1;
  return (
    <RemainingBar
      thick
      share={Math.max(0, Number(free)) / most}
      hatched={Math.min(Number(reserved ?? 0), Math.max(0, Number(balance))) / most}
      tone={chooseReserveTone(lastsHours, halted) ?? 'tide'}
      {...(needed > 0 && { mark: needed / most })}
    />
  );
}
