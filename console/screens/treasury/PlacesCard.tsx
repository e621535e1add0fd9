import { Fragment } from 'react';
import { Card } from '../../parts/Card.tsx';
import { Money } from '../../parts/Money.tsx';
import { isZero } from '../../parts/moneyWords.ts';
import { Scrolls } from '../../parts/Scrolls.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import { Waterline } from '../../parts/Waterline.tsx';
import { lastsTone, lastsWords } from '../today/lastsWords.ts';
import type { TreasuryData } from './TreasuryScreen.tsx';

type Place = TreasuryData['places'][number];

const GROUPS: readonly { readonly title: string; readonly has: (place: Place) => boolean }[] = [
  { title: 'Acquirer and bank', has: ({ place }) => place === 'acquirer' || place === 'bank' || place === 'dispute' },
  { title: 'At the venue', has: ({ place }) => place === 'venue' },
  { title: 'Wallets', has: ({ place }) => place === 'wallet' },
  { title: 'On its way, and owed to us', has: ({ place }) => place === 'transit' || place === 'affiliate' },
];

const COLUMNS = 8;

/** Where our own money lies by the ledger, what of it is spoken for, and how long the rest lasts. */
export function PlacesCard({ page: { places, have, windowDays } }: { readonly page: TreasuryData }) {
  return (
    <Card flush label="Our money by place">
      <Scrolls label="Our money by place, figures">
        <table className="treasury-table">
          <thead>
            <tr>
              <th scope="col">Place</th>
              <th scope="col">Balance</th>
              <th scope="col">Reserved</th>
              <th scope="col">Free</th>
              <th scope="col" title={`The mean of the last ${windowDays} days`}>
                Needed in 24 h
              </th>
              <th scope="col" className="treasury-bar">
                Free, needed
              </th>
              <th scope="col">Lasts</th>
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
                    <th scope="rowgroup" colSpan={COLUMNS}>
                      {title}
                    </th>
                  </tr>
                  {own.map((place) => (
                    <PlaceRow key={`${place.place} ${place.name}`} place={place} />
                  ))}
                </Fragment>
              );
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={COLUMNS - 1}>
                All places
              </th>
              <td>
                <Money amount={have.sum.amount} />
              </td>
            </tr>
          </tfoot>
        </table>
      </Scrolls>
    </Card>
  );
}

const WORDS: Readonly<Record<string, string>> = {
  acquirer: 'Acquirer',
  bank: 'Bank',
  dispute: 'Held back in disputes',
  transit: 'Under way',
  affiliate: 'Other providers',
};

function PlaceRow({ place }: { readonly place: Place }) {
  const { name, balance, told, toldAt, reserved, free, neededDaily, lastsHours, worth, halted } = place;
  const tone = lastsTone(lastsHours, halted);
  return (
    <tr>
      <th scope="row">
        <b>{name}</b> <span className="second">{WORDS[place.place]}</span>{' '}
        {halted && (
          <Tag tone="bad" small>
            Halted
          </Tag>
        )}
        {told !== null && told !== balance && (
          <span className="treasury-told warn">
            it says <Money amount={told} />
            {toldAt && (
              <>
                , <Time iso={toldAt} />
              </>
            )}
          </span>
        )}
      </th>
      <td>
        <Money amount={balance} size="strong" loss />
      </td>
      <td className="second">{reserved === null || isZero(reserved) ? '–' : <Money amount={reserved} />}</td>
      <td>
        <Money amount={free} loss />
      </td>
      <td className="second">{neededDaily === null || isZero(neededDaily) ? '–' : <Money amount={neededDaily} />}</td>
      <td className="treasury-bar">
        {reserved === null && neededDaily === null ? <span className="second">–</span> : <Bar place={place} />}
      </td>
      <td className={tone}>
        <b>{lastsWords(lastsHours)}</b>
      </td>
      <td>{worth ? <Money amount={worth.amount} /> : <span className="second">no price</span>}</td>
    </tr>
  );
}

/** Lengths alone are drawn from these: the figures stand beside, whole. */
function Bar({ place: { balance, reserved, free, neededDaily, lastsHours, halted } }: { readonly place: Place }) {
  const needed = Number(neededDaily ?? 0);
  const most = Math.max(Number(balance), needed, Number(reserved ?? 0)) || 1;
  return (
    <Waterline
      thick
      share={Math.max(0, Number(free)) / most}
      hatched={Math.min(Number(reserved ?? 0), Math.max(0, Number(balance))) / most}
      tone={lastsTone(lastsHours, halted) ?? 'tide'}
      {...(needed > 0 && { mark: needed / most })}
    />
  );
}
