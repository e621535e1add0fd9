import { type ComponentType, useEffect, useState } from 'react';
import { Redirect } from 'wouter';
import { currentDraft } from '../features/draft/draft.ts';
import { orderPath } from '../features/order/orderAddress.ts';
import { Page } from '../ui/Page.tsx';

/**
 * A step that leads to an order. Once the purchase has one, Back leads from here to the order's own page: gone through again,
 * the step would make another one.
 */
export function beforeOrder(Screen: ComponentType): ComponentType {
  return function BeforeOrder() {
    // As it is on arrival: the order that is made here leads on by itself.
    const [{ orderNo, ordering }] = useState(currentDraft);
    if (orderNo !== '') return <Redirect to={orderPath('/payment-status', orderNo)} replace />;
    return ordering ? <OrderUnderWay /> : <Screen />;
  };
}

/** Sent off and not answered: sent again as it was, it gives the order that it may have made. */
function OrderUnderWay() {
  useEffect(() => location.replace('/select-card'), []);
  return <Page>{null}</Page>;
}
