import { findPayMethodTraits } from '@slipway/contract/entities/payMethods.ts';
import type { ComponentType } from 'react';
import { laterScreen } from './app/laterScreen.tsx';
import {
  AccessDenied,
  NoRespond,
  NotFound,
  ServerTimeout,
  SessionRefused,
  TransactionRestricted,
} from './app/troubleScreens.ts';
import { withOrderRedirect } from './app/withOrderRedirect.tsx';
import { findOrderMethod } from './features/draft/draft.ts';
import { formatMethodName } from './i18n/methodName.ts';
import { type TextKey, text } from './i18n/text.ts';
import type { laterScreens } from './laterScreens.ts';
import { Edit } from './screens/Edit.tsx';

/** Content of the navigation bar on a route. */
export type BarOptions = {
  readonly show: boolean;
  /** Shows the product's name and logo instead of the title. */
  readonly showName: boolean;
  readonly showLeftArrow: boolean;
  /** A token such as `var(--tide-soft)`; '' for the page's background. */
  readonly bgColor: string;
  /** Text of the bar if it differs from the page's title: Edit has the title "Buy Crypto" and the bar "Buy". */
  readonly title?: TextKey;
};

export type Route = {
  /** Pattern for wouter: `/buy/:getCurrency`. */
  readonly path: string;
  readonly screen: ComponentType;
  readonly title: TextKey;
  /** Title that depends on the purchase, in the current language; `search` is the query of the URL. */
  readonly titleNow?: (search: string) => string | undefined;
  readonly bar: BarOptions;
  readonly login?: 'required';
  /** The start page is not served, or would start another purchase: the product's name in the bar is not a link. */
  readonly closed?: true;
};

/** Bar of a purchase step: back arrow and title. */
export const stepBar: BarOptions = { show: true, showName: false, showLeftArrow: true, bgColor: '' };
/** Bar of a start page: title without a back arrow. */
const startBar: BarOptions = { show: true, showName: false, showLeftArrow: false, bgColor: '', title: 'bar.buy' };
/** Bar of an error page: the product's name. */
const troubleBar: BarOptions = { show: true, showName: true, showLeftArrow: false, bgColor: '' };

// Edit is the first screen of most visits, so it is in the first bundle without another request. All others load later.

/** Returns a screen from the list, which is loaded before the screen. */
function createListedScreen(name: keyof typeof laterScreens): ComponentType {
  return laterScreen(async () => (await import('./laterScreens.ts')).laterScreens[name]());
}

const Buy = createListedScreen('Buy');
const Order = createListedScreen('Order');
const WaitPayment = createListedScreen('WaitPayment');
const LeaveSlipway = createListedScreen('LeaveSlipway');
const SelectOffer = withOrderRedirect(createListedScreen('SelectOffer'));
const SubmitAddress = withOrderRedirect(createListedScreen('SubmitAddress'));
const ConfirmAddress = withOrderRedirect(createListedScreen('ConfirmAddress'));
const EmailLogin = createListedScreen('EmailLogin');
const VerificationCode = createListedScreen('VerificationCode');
const EnterInformation = createListedScreen('EnterInformation');

const SelectCard = createListedScreen('SelectCard');
const EnterCard = createListedScreen('EnterCard');
const PaymentStatus = createListedScreen('PaymentStatus');
const OrderStatus = createListedScreen('OrderStatus');
const VerifyId = createListedScreen('VerifyId');
const KycStatus = createListedScreen('KycStatus');

const MyOrders = createListedScreen('MyOrders');
const Sessions = createListedScreen('Sessions');
const Settings = createListedScreen('Settings');
const Cards = createListedScreen('Cards');
const Addresses = createListedScreen('Addresses');
const AddAddress = createListedScreen('AddAddress');
const AccountDeleted = createListedScreen('AccountDeleted');
const LanguageDemo = createListedScreen('LanguageDemo');

/** All screens of the product, in matching order. */
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
    titleNow: findMethodTitle,
    bar: stepBar,
    login: 'required',
  },
  {
    path: '/enter-card',
    screen: EnterCard,
    title: 'title.enter_card',
    titleNow: findMethodTitle,
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

/** Returns a title with the payment method for an order that is not paid by card: it also passes through the card pages. */
function findMethodTitle(search: string): string | undefined {
  const query = new URLSearchParams(search);
  const payMethod = findOrderMethod(query.get('orderNo') ?? query.get('orderToken') ?? '');
  const traits = findPayMethodTraits(payMethod);
  if (traits?.wallet) return text('title.wallet', { wallet: traits.label });
  return traits?.payPage === '/payment-status' ? formatMethodName(payMethod) : undefined;
}

/** Page that the root leads to. */
export const HOME_PATH = '/edit';

/** Route for all unknown paths. */
export const notFoundRoute: Route = { path: '*', screen: NotFound, title: 'title.not_found', bar: troubleBar };
