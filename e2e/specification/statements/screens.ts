import { differs, type SpecStatement, satisfied } from '../statement.ts';

const routes = 'web/routeTable.test.ts';
const edit = 'e2e/specification/edit.spec.ts';
const menu = 'e2e/specification/menu.spec.ts';
const pages = 'e2e/specification/pages.spec.ts';
const buyPages = 'e2e/journeys/buyPages.spec.ts';
const plugin = 'e2e/journeys/partners/plugin.spec.ts';
const quoteQuery = 'web/features/quote/link/quoteQuery.test.ts';

const titled = (path: string, title: string) => `${routes} › ${path} is titled ${title}`;
/** Returns the test that inspects a scene of the gallery. The scene expects the heading or the content of its screen. */
const shown = (scene: string) => `e2e/screens/everyScreen.spec.ts › ${scene} is accessible and never scrolls sideways`;
const login = `${routes} › exactly the listed pages require a login`;

/** Statements of section 2, screens and routes. */
export const screens: readonly SpecStatement[] = [
  // Route table.
  satisfied(
    '/ redirects to /edit.',
    `${routes} › the root leads to Edit, which has an alias`,
    `${edit} › redirects the root to Edit`,
  ),
  satisfied(
    '/edit is the main quote screen, titled Buy Crypto.',
    titled('/edit', 'Buy Crypto'),
    `${edit} › shows the header and all parts of a quote`,
  ),
  satisfied('/quote is an alias of /edit.', `${routes} › the root leads to Edit, which has an alias`),
  satisfied(
    '/buy/{getCurrency} is the quote screen with the crypto of the path.',
    titled('/buy/:getCurrency', 'Buy Crypto'),
    `${buyPages} › /buy/BTC sells only bitcoin`,
  ),
  satisfied(
    '/buy/{getCurrency} forces the operator’s own offerType.',
    `${quoteQuery} › /buy/{getCurrency} fixes the crypto and the operator as provider`,
  ),
  satisfied(
    '/buy-v1 is titled Buy Crypto.',
    titled('/buy-v1', 'Buy Crypto'),
    `${buyPages} › /buy-v1 lets the buyer choose the crypto`,
  ),
  satisfied(
    '/buy-v1/{getCurrency} is the quote screen with the crypto of the path.',
    titled('/buy-v1/:getCurrency', 'Buy Crypto'),
    `${buyPages} › /buy-v1/BTC sells only bitcoin`,
  ),
  satisfied(
    '/buy is the simplified page of one token.',
    titled('/buy', 'Buy Crypto'),
    `${buyPages} › opens Edit in a new window with all entries`,
  ),
  satisfied('/email-login is the login by email.', titled('/email-login', 'Log in'), shown('email-login')),
  satisfied(
    '/verification-code asks for the code.',
    titled('/verification-code', 'Verification code'),
    shown('verification-code'),
  ),
  satisfied('/my-orders lists the buyer’s orders.', titled('/my-orders', 'My Orders'), shown('my-orders')),
  satisfied(
    '/my-orders requires a login.',
    login,
    'e2e/journeys/accountScreens.spec.ts › every screen of a buyer asks for a login and opens after it',
  ),
  satisfied(
    '/order is the full order entry.',
    titled('/order', 'Order'),
    `${buyPages} › asks for the payment method, then continues with the address of the link`,
  ),
  satisfied(
    '/select-offer is titled Choose Provider.',
    titled('/select-offer', 'Choose Provider'),
    shown('select-offer'),
  ),
  satisfied(
    '/submit-address is titled Enter Wallet Address.',
    titled('/submit-address', 'Enter Wallet Address'),
    shown('submit-address'),
  ),
  satisfied(
    '/confirm-address asks to confirm the address.',
    titled('/confirm-address', 'Confirm Address'),
    shown('confirm-address'),
  ),
  satisfied(
    '/wait-payment shows the status of an order.',
    titled('/wait-payment', 'Wait Payment'),
    `${buyPages} › /wait-payment shows the current status of an order`,
  ),
  satisfied('/enter-card is titled Card Details.', titled('/enter-card', 'Card Details'), shown('enter-card')),
  satisfied(
    '/select-card is titled Select Payment Card.',
    titled('/select-card', 'Select Payment Card'),
    shown('select-card'),
  ),
  satisfied(
    '/enter-information is titled Enter Basic Details.',
    titled('/enter-information', 'Enter Basic Details'),
    shown('enter-information'),
  ),
  satisfied('/enter-information requires a login.', login),
  satisfied('/verify-id exists.', titled('/verify-id', 'Verify ID'), shown('verify-id')),
  satisfied('/verify-id requires a login.', login),
  satisfied(
    '/verify-id hands off to the verifier’s page.',
    'e2e/journeys/purchases.spec.ts › captures the payment when the identity is verified',
  ),
  satisfied(
    '/redirect leads to a page of the partner.',
    titled('/redirect', 'Redirect'),
    `${buyPages} › a redirect leads only to URLs of the partner`,
  ),
  satisfied(
    '/no-respond exists.',
    titled('/no-respond', 'No answer'),
    'e2e/journeys/offline.spec.ts › shows No Respond instead of the offline notice when only the server is unreachable',
  ),
  satisfied('/access-denied exists.', titled('/access-denied', 'Access Denied'), shown('access-denied')),
  satisfied('/server-timeout exists.', titled('/server-timeout', 'Server timeout'), shown('server-timeout')),
  satisfied(
    '/transaction-restricted exists.',
    titled('/transaction-restricted', 'Transaction restricted'),
    shown('transaction-restricted'),
  ),
  satisfied('/kyc-status exists.', titled('/kyc-status', 'KYC Status'), shown('kyc-details-refused')),
  satisfied('/kyc-status requires a login.', login),
  satisfied('/order-status exists.', titled('/order-status', 'Order'), shown('order-paid')),
  satisfied('/payment-status exists.', titled('/payment-status', 'Payment Status'), shown('payment-awaiting')),
  satisfied('/settings exists.', titled('/settings', 'Settings'), shown('settings')),
  satisfied('/settings requires a login.', login),
  satisfied('/cards exists.', titled('/cards', 'Cards'), shown('cards')),
  satisfied('/cards requires a login.', login),
  satisfied('/addresses exists.', titled('/addresses', 'Addresses'), shown('addresses')),
  satisfied('/addresses requires a login.', login),
  satisfied('/add-address exists.', titled('/add-address', 'Add Address'), shown('add-address')),
  satisfied('/add-address requires a login.', login),
  satisfied(
    '/demo-lang shows the languages.',
    titled('/demo-lang', 'Language demo'),
    'e2e/journeys/languages.spec.ts › the language demo is accessible in every language, light',
  ),
  satisfied(
    'The terms are a static page that opens in a new tab.',
    `${menu} › shows the drawer for a buyer who is not logged in`,
    'e2e/journeys/languages.spec.ts › the terms of service open in the language of the menu',
  ),
  satisfied(
    'The page’s title is the translated title of its route.',
    `${pages} › the page’s title is that of its route, in the page’s language`,
  ),
  satisfied(
    'Without a title of the route, the page’s title is the product’s name.',
    `${pages} › the page’s title is that of its route, in the page’s language`,
  ),
  satisfied('Each navigation scrolls to the top.', `${pages} › each navigation scrolls to the top`),
  satisfied(
    'Each route sets show, showName, showLeftArrow, bgColor and title of the bar.',
    `${routes} › every route sets the four required fields of the bar, and a title of the bar has a text`,
  ),
  satisfied(
    'The back arrow leads to Edit if the previous path is the root or the login.',
    `${pages} › the back arrow leads to Edit after a login`,
    'web/routes.test.ts › from %s the back arrow leads to Edit: %s',
  ),
  satisfied('Otherwise the back arrow goes back one step.', `${pages} › the back arrow goes back one step`),

  // Query of the full order page.
  satisfied(
    '/order takes defaultSendCurrency.',
    `${pages} › the full order page uses currencies, amount, provider and token of its query`,
  ),
  satisfied(
    '/order takes defaultGetCurrency.',
    `${pages} › the full order page uses currencies, amount, provider and token of its query`,
  ),
  satisfied(
    '/order takes defaultSendCurrencyAmount.',
    `${pages} › the full order page uses currencies, amount, provider and token of its query`,
  ),
  satisfied(
    '/order takes defaultGetCurrencyAmount.',
    `${buyPages} › the side parameter decides which of two amounts is used`,
  ),
  satisfied(
    '/order takes token.',
    `${pages} › the full order page uses currencies, amount, provider and token of its query`,
  ),
  satisfied('/order takes payMethod.', `${buyPages} › a payment method in the query leads straight to the offers`),
  satisfied(
    '/order takes offerType.',
    `${pages} › the full order page uses currencies, amount, provider and token of its query`,
  ),
  satisfied(
    '/order takes address.',
    `${buyPages} › asks for the payment method, then continues with the address of the link`,
  ),
  satisfied('/order takes side.', `${buyPages} › the side parameter decides which of two amounts is used`),
  satisfied('/order takes redirectUrl.', `${buyPages} › a redirect URL that the partner may not use is discarded`),

  // Edit.
  satisfied('The header of Edit has the title Buy.', `${edit} › shows the header and all parts of a quote`),
  satisfied(
    'The header has a country selector with flag and name.',
    `${edit} › shows the header and all parts of a quote`,
  ),
  satisfied(
    'The header has a menu button that opens a drawer from the right.',
    `${menu} › shows the drawer for a buyer who is not logged in`,
  ),
  satisfied('The drawer has Buy Crypto.', `${menu} › shows the drawer for a buyer who is not logged in`),
  satisfied('The drawer has My Orders.', `${menu} › shows the drawer for a buyer who is not logged in`),
  satisfied('The drawer has Terms of Service.', `${menu} › shows the drawer for a buyer who is not logged in`),
  satisfied('The drawer has Settings.', `${menu} › shows the drawer for a buyer who is not logged in`),
  satisfied(
    'The drawer has Log In for a buyer who is not logged in.',
    `${menu} › shows the drawer for a buyer who is not logged in`,
  ),
  satisfied(
    'The drawer has Log Out for a buyer who is logged in.',
    `${menu} › logging out asks for confirmation, clears the stored login and shows a message`,
  ),
  satisfied(
    'The drawer’s footer has the support contact.',
    `${menu} › shows the drawer for a buyer who is not logged in`,
  ),
  satisfied(
    'The drawer’s footer has a legal notice of the operator.',
    `${menu} › shows the drawer for a buyer who is not logged in`,
  ),
  satisfied('"You pay" has an amount and a currency button.', `${edit} › shows the header and all parts of a quote`),
  satisfied(
    '"You get (estimate)" has an amount and a crypto button.',
    `${edit} › shows the header and all parts of a quote`,
  ),
  satisfied('The methods are titled "Payment Method".', `${edit} › shows the header and all parts of a quote`),
  satisfied(
    'Each method shows "Fee: x" if there is more than one.',
    `${edit} › shows the header and all parts of a quote`,
  ),
  satisfied(
    'A single method shows no fee.',
    `${edit} › compares no fees for one payment method, and has a More button for more than six`,
  ),
  satisfied(
    'More than six methods collapse behind "More".',
    `${edit} › compares no fees for one payment method, and has a More button for more than six`,
  ),
  satisfied(
    'Five skeleton cells are shown while the methods load.',
    `${edit} › shows five skeletons while the payment methods load, and Try again if that fails`,
  ),
  satisfied(
    'The empty state of the methods reads "Oops! Try again later." with "Try again".',
    'e2e/journeys/states.spec.ts › payment methods: shows the specified text, and can be retried',
  ),
  satisfied(
    'The summary shows the amounts to pay and to receive.',
    `${edit} › shows the header and all parts of a quote`,
  ),
  satisfied('The summary shows a countdown in seconds.', `${edit} › shows the header and all parts of a quote`),
  satisfied(
    'A network fee of zero has no row.',
    `${edit} › the summary has no row for a zero fee, and cannot be expanded without a network fee`,
  ),
  satisfied(
    'A method’s fee of zero has no row.',
    `${edit} › the summary has no row for a zero fee, and cannot be expanded without a network fee`,
  ),
  satisfied(
    'The summary cannot be expanded if the network fee is zero.',
    `${edit} › the summary has no row for a zero fee, and cannot be expanded without a network fee`,
  ),
  satisfied('Edit has a Continue button.', `${edit} › shows the header and all parts of a quote`),
  satisfied(
    'The foot of Edit has the version as YYYY-MM-DD HH:mm.',
    `${edit} › shows the header and all parts of a quote`,
    'web/routes.test.ts › formats the version',
  ),
  satisfied(
    'The currency pickers are bottom popups.',
    `${edit} › a picker has a search, popular entries, groups by letter and a text for no results`,
  ),
  satisfied(
    'The pickers have a search.',
    `${edit} › a picker has a search, popular entries, groups by letter and a text for no results`,
  ),
  satisfied(
    'The pickers have a Popular group.',
    `${edit} › a picker has a search, popular entries, groups by letter and a text for no results`,
  ),
  satisfied(
    'The pickers have an alphabetic index.',
    `${edit} › a picker has a search, popular entries, groups by letter and a text for no results`,
  ),
  satisfied(
    'Names that do not begin with a letter are listed under #.',
    'web/ui/picker/pickerGroups.test.ts › groups by letter, other characters last under #',
  ),
  satisfied(
    'A search without results shows "It appears no result that matches your search. Please try another."',
    `${edit} › a picker has a search, popular entries, groups by letter and a text for no results`,
  ),
  satisfied(
    'The country picker is titled "Select Country".',
    `${edit} › shows “Country not found” for an unknown country`,
  ),
  satisfied(
    'A search for an unknown country shows "Country not found".',
    `${edit} › shows “Country not found” for an unknown country`,
  ),
  satisfied(
    'Log Out asks "Are you sure you want to log out?".',
    `${menu} › logging out asks for confirmation, clears the stored login and shows a message`,
  ),
  satisfied(
    'The question has Cancel and Yes.',
    `${menu} › logging out asks for confirmation, clears the stored login and shows a message`,
  ),
  satisfied(
    'Yes clears the stored user info.',
    `${menu} › logging out asks for confirmation, clears the stored login and shows a message`,
  ),
  satisfied(
    'Yes shows the toast "Log out".',
    `${menu} › logging out asks for confirmation, clears the stored login and shows a message`,
  ),
  satisfied(
    '`error` in the query is shown as a toast at the bottom.',
    `${edit} › shows the error parameter of the URL in a toast for two seconds`,
  ),

  // The short page.
  satisfied('/buy shows the token’s image, symbol and name.', `${pages} › the short page shows facts about its coin`),
  satisfied('A hot token has a marker.', `${pages} › the short page shows facts about its coin`),
  satisfied(
    'The 24h volume is shown in dollars with thousands separators.',
    `${pages} › the short page shows facts about its coin`,
  ),
  satisfied('A tooltip explains the 24h volume.', `${buyPages} › explains the volume to touch and keyboard users`),
  satisfied(
    '"I want to buy" has min~max as its placeholder.',
    `${buyPages} › opens Edit in a new window with all entries`,
  ),
  satisfied(
    '"I want to buy" has the token’s symbol as its suffix.',
    `${pages} › the short page shows facts about its coin`,
  ),
  satisfied('Max fills in the maximum.', `${pages} › Max fills in the maximum, which can be bought`),
  satisfied('"I want to buy" can be cleared.', `${pages} › Max fills in the maximum, which can be bought`),
  satisfied('"To my wallet address" can be cleared.', `${pages} › Max fills in the maximum, which can be bought`),
  satisfied('"To my wallet address" is trimmed.', `${buyPages} › opens Edit in a new window with all entries`),
  satisfied(
    '"Get started" is disabled while the address is empty.',
    `${buyPages} › opens Edit in a new window with all entries`,
  ),
  satisfied(
    '"Get started" is disabled while there is an error.',
    `${buyPages} › shows each error when it occurs and removes it when it is corrected`,
    `${pages} › checks an amount from the link before the buyer does anything`,
  ),
  satisfied(
    '"Get started" shows loading while the address is checked.',
    `${pages} › Get started waits until the address is checked, and a failed check shows an error`,
  ),
  satisfied('"Get started" opens /edit in a new window.', `${buyPages} › opens Edit in a new window with all entries`),
  satisfied('The new window gets the address.', `${buyPages} › opens Edit in a new window with all entries`),
  satisfied('The new window gets the origin.', `${buyPages} › opens Edit in a new window with all entries`),
  satisfied('The new window gets the offerType.', `${buyPages} › opens Edit in a new window with all entries`),
  satisfied(
    'The new window gets the currency as getCurrency or defaultGetCurrency.',
    `${buyPages} › a fixed crypto cannot be changed and stays fixed on Edit`,
    `${buyPages} › opens Edit in a new window with all entries`,
  ),
  satisfied(
    'The new window gets the amount as getCurrencyAmount or defaultGetCurrencyAmount.',
    'web/features/buyPage/buyQuery.test.ts › fixes the values that the link fixed',
    'web/features/buyPage/buyQuery.test.ts › only proposes the values that the buyer chose',
  ),
  satisfied(
    '/buy reads receiveAddress.',
    'web/features/buyPage/buyQuery.test.ts › normalizes a lowercase crypto, an amount with a comma and an address with spaces',
    `${buyPages} › offers a link with an error if the browser blocks the window`,
  ),
  satisfied(
    '/buy reads walletAddress.',
    'web/features/buyPage/buyQuery.test.ts › uses walletAddress if receiveAddress is missing',
    `${buyPages} › a fixed crypto cannot be changed and stays fixed on Edit`,
  ),
  satisfied(
    '/buy reads getCurrency and getCurrencyAmount.',
    'web/features/buyPage/buyQuery.test.ts › normalizes a lowercase crypto, an amount with a comma and an address with spaces',
    `${buyPages} › a fixed crypto cannot be changed and stays fixed on Edit`,
  ),
  satisfied(
    '/buy reads defaultGetCurrency and defaultGetCurrencyAmount.',
    'web/features/buyPage/buyQuery.test.ts › reads a proposed crypto and amount',
  ),

  // The plugin.
  satisfied(
    'The plugin has two amounts.',
    `${plugin} › a visitor types an amount and continues in a window with all entries`,
  ),
  satisfied(
    'The plugin has a countdown "New quotes in mm:ss".',
    `${plugin} › a visitor types an amount and continues in a window with all entries`,
    `${plugin} › requests a new quote when the countdown reaches zero`,
  ),
  satisfied(
    'The plugin has a Continue button that opens the full order flow in a new window.',
    `${plugin} › a visitor types an amount and continues in a window with all entries`,
  ),
  satisfied(
    'The plugin has the icons of the payment methods.',
    `${plugin} › a visitor types an amount and continues in a window with all entries`,
  ),
  satisfied(
    'The plugin has a "Power by" line.',
    `${plugin} › a visitor types an amount and continues in a window with all entries`,
  ),
  satisfied(
    'The plugin’s six colours come from the query.',
    `${plugin} › applies the partner’s colours and ignores invalid ones`,
    'web/plugin/pluginColors.test.ts › set the page’s CSS properties',
  ),

  // Verification code.
  satisfied(
    'A sent code starts a countdown, sixty seconds by default.',
    `${pages} › another code can be requested only after a minute`,
  ),
  differs(
    'The code input may truncate decimals.',
    'A code is six digits, and all other characters are dropped (web/ui/form/extractCodeDigits.test.ts). Only amounts truncate decimals.',
  ),
];
