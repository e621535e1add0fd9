import { type ComponentType, useEffect, useState } from 'react';
import { Redirect } from 'wouter';
import { getDraft } from '../features/draft/draft.ts';
import { buildOrderPath } from '../features/order/orderUrl.ts';
import { Page } from '../ui/page/Page.tsx';

/**
 * Wraps a step before the order. Once the purchase has an order, Back leads from here to the order's page, because
 * repeating the step would create another order.
 */
export function withOrderRedirect(Screen: ComponentType): ComponentType {
  return function BeforeOrder() {
    // Read once on arrival: an order created on this page continues to its next page without this redirect.
    const [{ orderNo, ordering }] = useState(getDraft);
    if (orderNo !== '') return <Redirect to={buildOrderPath('/payment-status', orderNo)} replace />;
    return ordering ? <SubmittedOrder /> : <Screen />;
  };
}

/** The order was submitted without an answer: submitting it again unchanged returns the order that may exist. */
function SubmittedOrder() {
  useEffect(() => location.replace('/select-card'), []);
  return <Page>{null}</Page>;
}
