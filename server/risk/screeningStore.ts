import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

export type OrderToScreen = {
  readonly id: number;
  readonly address: string;
  readonly buyerId: string | null;
  /** Hits that two people have reviewed and lifted for the order or its buyer, in the format of {@link formatHitKey}. */
  readonly lifted: readonly string[];
};

/** Returns the key of a rule and the list with the hit. */
export function formatHitKey(rule: string, list: string): string {
  return `${rule}:${list}`;
}

/** Returns orders of the operator's own provider that are not frozen and whose money may still move. */
export async function listOpenOrdersToScreen(database: Queryable): Promise<OrderToScreen[]> {
  return database.many<OrderToScreen>(sql`
    select o.id, o.address, o.buyer_id,
      array(
        select distinct d.rule || ':' || coalesce(d.facts #>> '{name,entry}', d.facts #>> '{screening,by}', '') from risk_decisions d
        where d.order_id = o.id and d.rule <> '' and d.at <= (
          select max(e.at) from order_events e where e.order_id = o.id and e.kind = 'unfrozen' and not e.unexpected)
        union select 'name_listed:' || (r.facts ->> 'entry') from identity_reviews r
        where r.buyer_id = o.buyer_id and r.reason = 'name_listed' and r.status = 'approved'
      ) as lifted
    from orders o
    where not o.frozen and o.offer_type = ${OWN_OFFER_TYPE} and o.status in ('awaiting_payment', 'authorizing', 'awaiting_identity', 'awaiting_consent',
      'capturing', 'paid', 'converting', 'converted', 'refunding', 'on_hold')
    order by o.id`);
}
