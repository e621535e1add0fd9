import { traitsIfAny } from '@slipway/contract/entities/payMethods.ts';
import type { ComponentType } from 'react';
import { beforeOrder } from './app/beforeOrder.tsx';
import { laterScreen } from './app/laterScreen.tsx';
import {
  AccessDenied,
  NoRespond,
  NotFound,
  ServerTimeout,
  SessionRefused,
  TransactionRestricted,
} from './app/troubleScreens.ts';
import { methodOfOrder } from './features/draft/draft.ts';
import { methodName } from './i18n/methodName.ts';
import { type TextKey, text } from './i18n/text.ts';
import type { laterScreens } from './laterScreens.ts';
import { Edit } from './screens/Edit.tsx';

/** What the navigation bar shows on a route. */
export type BarOptions = {
  readonly show: boolean;
  /** The product's name and mark instead of the title. */
  readonly showName: boolean;
  readonly showLeftArrow: boolean;
  /** A token such as `var(--tide-soft)`; '' for the page's own colour. */
  readonly bgColor: string;
  /** What the bar says where it differs from the page's title: Edit is titled "Buy Crypto" and says "Buy". */
  readonly title?: TextKey;
};

export type Route = {
  /** As wouter matches it: `/buy/:getCurrency`. */
  readonly path: string;
  readonly screen: ComponentType;
  readonly title: TextKey;
  /** The title where it depends on what is being bought, in the current language; `search` is the query of the address. */
  readonly titleNow?: (search: string) => string | undefined;
  readonly bar: BarOptions;
  readonly login?: 'required';
  /** The start is not served, or would begin another purchase: the product's name in the bar leads nowhere. */
  readonly closed?: true;
};

/** A step of the purchase: back arrow and title. */
export const stepBar: BarOptions = { show: true, showName: false, showLeftArrow: true, bgColor: '' };
/** A start: title, no way back. */
const startBar: BarOptions = { show: true, showName: false, showLeftArrow: false, bgColor: '', title: 'bar.buy' };
/** A page that cannot go on: the product's name. */
const troubleBar: BarOptions = { show: true, showName: true, showLeftArrow: false, bgColor: '' };

// Edit is the first screen of nearly every visit: in the first bundle, not one more trip away. All others come later.

/** One of the list, which is fetched before the screen. */
function listed(name: keyof typeof laterScreens): ComponentType {
  return laterScreen(async () => (await import('./laterScreens.ts')).laterScreens[name]());
}

const Buy = listed('Buy');
const Order = listed('Order');
const WaitPayment = listed('WaitPayment');
const LeaveSlipway = listed('LeaveSlipway');
const SelectOffer = beforeOrder(listed('SelectOffer'));
const SubmitAddress = beforeOrder(listed('SubmitAddress'));
const ConfirmAddress = beforeOrder(listed('ConfirmAddress'));
const EmailLogin = listed('EmailLogin');
const VerificationCode = listed('VerificationCode');
const EnterInformation = listed('EnterInformation');

const SelectCard = listed('SelectCard');
const EnterCard = listed('EnterCard');
const PaymentStatus = listed('PaymentStatus');
const OrderStatus = listed('OrderStatus');
const VerifyId = listed('VerifyId');
const KycStatus = listed('KycStatus');

const MyOrders = listed('MyOrders');
const Sessions = listed('Sessions');
const Settings = listed('Settings');
const Cards = listed('Cards');
const Addresses = listed('Addresses');
const AddAddress = listed('AddAddress');
const AccountDeleted = listed('AccountDeleted');
const LanguageDemo = listed('LanguageDemo');

/** Every screen of the product, in the order in which they are matched. */
export const routes: readonly Route[] = [
  { path: '/edit', screen: Edit, title: 'title.edit', bar: startBar },
  { path: '/quote', screen: Edit, title: 'title.edit', bar: startBar },
  { path: '/buy', screen: Buy, title: 'title.edit', bar: startBar },
  { path: '/buy/:getCurrency', screen: Edit, title: 'title.edit', bar: startBar },
  { path: '/buy-v1', screen: Edit, title: 'title.edit', bar: startBar },
  { path: '/buy-v1/:getCurrency', screen: Edit, title: 'title.edit', bar: startBar },
  { path: '/order', screen: Order, title: 'title.order', bar: stepBar },

  { path: '/select-offer', screen: SelectOffer, title: 'title.select_offer', bar: stepBar },
  { path: '/submit-address', screen: SubmitAddress, title: 'title.submit_address', bar: stepBar },
  { path: '/confirm-address', screen: ConfirmAddress, title: 'title.confirm_address', bar: stepBar },
  { path: '/email-login', screen: EmailLogin, title: 'title.email_login', bar: stepBar },
  { path: '/verification-code', screen: VerificationCode, title: 'title.verification_code', bar: stepBar },
  {
    path: '/enter-information',
    screen: EnterInformation,
    title: 'title.enter_information',
    bar: stepBar,
    login: 'required',
  },

  {
    path: '/select-card',
    screen: SelectCard,
    title: 'title.select_card',
    titleNow: methodTitle,
    bar: stepBar,
    login: 'required',
  },
  {
    path: '/enter-card',
    screen: EnterCard,
    title: 'title.enter_card',
    titleNow: methodTitle,
    bar: stepBar,
    login: 'required',
  },
  { path: '/payment-status', screen: PaymentStatus, title: 'title.payment_status', bar: stepBar },
  { path: '/wait-payment', screen: WaitPayment, title: 'title.wait_payment', bar: stepBar },
  { path: '/redirect', screen: LeaveSlipway, title: 'title.redirect', bar: stepBar },
  { path: '/order-status', screen: OrderStatus, title: 'title.order_status', bar: stepBar },
  { path: '/verify-id', screen: VerifyId, title: 'title.verify_id', bar: stepBar, login: 'required' },
  { path: '/kyc-status', screen: KycStatus, title: 'title.kyc_status', bar: stepBar, login: 'required' },

  { path: '/my-orders', screen: MyOrders, title: 'menu.orders', bar: stepBar, login: 'required' },
  { path: '/settings', screen: Settings, title: 'menu.settings', bar: stepBar, login: 'required' },
  { path: '/sessions', screen: Sessions, title: 'title.sessions', bar: stepBar, login: 'required' },
  { path: '/cards', screen: Cards, title: 'title.cards', bar: stepBar, login: 'required' },
  { path: '/addresses', screen: Addresses, title: 'title.addresses', bar: stepBar, login: 'required' },
  { path: '/add-address', screen: AddAddress, title: 'title.add_address', bar: stepBar, login: 'required' },
  { path: '/account-deleted', screen: AccountDeleted, title: 'title.account_deleted', bar: troubleBar },

  { path: '/demo-lang', screen: LanguageDemo, title: 'title.demo_lang', bar: stepBar },

  { path: '/access-denied', screen: AccessDenied, title: 'title.access_denied', bar: troubleBar, closed: true },
  {
    path: '/session-refused',
    screen: SessionRefused,
    title: 'title.session_refused',
    bar: troubleBar,
    closed: true,
  },
  { path: '/server-timeout', screen: ServerTimeout, title: 'title.server_timeout', bar: troubleBar },
  { path: '/no-respond', screen: NoRespond, title: 'title.no_respond', bar: troubleBar },
  { path: '/transaction-restricted', screen: TransactionRestricted, title: 'title.restricted', bar: troubleBar },
];

/** Orders of every method are made and paid there; only those by card choose or type one. */
function methodTitle(search: string): string | undefined {
  const query = new URLSearchParams(search);
  const payMethod = methodOfOrder(query.get('orderNo') ?? query.get('orderToken') ?? '');
  const traits = traitsIfAny(payMethod);
  if (traits?.wallet) return text('title.wallet', { wallet: traits.wallet.name });
  return traits?.payPage === '/payment-status' ? methodName(payMethod) : undefined;
}

/** Where the root leads. */
export const HOME_PATH = '/edit';

/** For every path that no route has. */
export const notFoundRoute: Route = { path: '*', screen: NotFound, title: 'title.not_found', bar: troubleBar };
