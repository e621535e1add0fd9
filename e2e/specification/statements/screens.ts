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
const shown = (scene: string) => `e2e/screens/everyScreen.spec.ts › ${scene} is accessible and fits`;
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
    '/buy/{getCurrency} forces the own provider type.',
    `${quoteQuery} › /buy/{getCurrency} fixes the crypto and the operator as provider`,
  ),
  satisfied(
    '/buy-v1 is titled Buy Crypto.',
    titled('/buy-v1', 'Buy Crypto'),
    `${buyPages} › /buy-v1 lets the buyer choose the crypto`,
  ),
  satisfied(
    '/buy-v1/{getCurrency} is the embedded one.',
    titled('/buy-v1/:getCurrency', 'Buy Crypto'),
    `${buyPages} › /buy-v1/BTC sells only bitcoin`,
  ),
  satisfied(
    '/buy is the short page of a token.',
    titled('/buy', 'Buy Crypto'),
    `${buyPages} › opens Edit in a new window with all entries`,
  ),
  satisfied('/email-login is the login by email.', titled('/email-login', 'Log in'), shown('email-login')),
  satisfied(
    '/verification-code takes the code.',
    titled('/verification-code', 'Verification code'),
    shown('verification-code'),
  ),
  satisfied('/my-orders are the orders.', titled('/my-orders', 'My Orders'), shown('my-orders')),
  satisfied(
    '/my-orders needs a login.',
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
  satisfied('/confirm-address confirms it.', titled('/confirm-address', 'Confirm Address'), shown('confirm-address')),
  satisfied(
    '/wait-payment waits for another provider’s page.',
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
  satisfied('/enter-information needs a login.', login),
  satisfied('/verify-id is there.', titled('/verify-id', 'Verify ID'), shown('verify-id')),
  satisfied('/verify-id needs a login.', login),
  satisfied(
    '/verify-id hands off to the verifier’s own page.',
    'e2e/journeys/purchases.spec.ts › a verified identity captures the payment',
  ),
  satisfied(
    '/redirect leads on.',
    titled('/redirect', 'Redirect'),
    `${buyPages} › a redirect leads only to URLs of the partner`,
  ),
  satisfied(
    '/no-respond is there.',
    titled('/no-respond', 'No answer'),
    'e2e/journeys/offline.spec.ts › shows No Respond instead of the offline notice when only the server is unreachable',
  ),
  satisfied('/access-denied is there.', titled('/access-denied', 'Access Denied'), shown('access-denied')),
  satisfied('/server-timeout is there.', titled('/server-timeout', 'Server timeout'), shown('server-timeout')),
  satisfied(
    '/transaction-restricted is there.',
    titled('/transaction-restricted', 'Transaction restricted'),
    shown('transaction-restricted'),
  ),
  satisfied('/kyc-status is there.', titled('/kyc-status', 'KYC Status'), shown('kyc-details-refused')),
  satisfied('/kyc-status needs a login.', login),
  satisfied('/order-status is there.', titled('/order-status', 'Order'), shown('order-paid')),
  satisfied('/payment-status is there.', titled('/payment-status', 'Payment Status'), shown('payment-awaiting')),
  satisfied('/settings is there.', titled('/settings', 'Settings'), shown('settings')),
  satisfied('/settings needs a login.', login),
  satisfied('/cards is there.', titled('/cards', 'Cards'), shown('cards')),
  satisfied('/cards needs a login.', login),
  satisfied('/addresses is there.', titled('/addresses', 'Addresses'), shown('addresses')),
  satisfied('/addresses needs a login.', login),
  satisfied('/add-address is there.', titled('/add-address', 'Add Address'), shown('add-address')),
  satisfied('/add-address needs a login.', login),
  satisfied(
    '/demo-lang shows the languages.',
    titled('/demo-lang', 'Language demo'),
    'e2e/journeys/languages.spec.ts › the language demo is accessible in every language, light',
  ),
  satisfied('Terms are a static page in a new tab.', `${menu} › shows the drawer for a buyer who is not logged in`),
  satisfied(
    'The page’s title is the translated one of its route.',
    `${pages} › the page’s title is that of its route, in the page’s language`,
  ),
  satisfied(
    'Without a title the product’s name stands there.',
    `${pages} › the page’s title is that of its route, in the page’s language`,
  ),
  satisfied('Each navigation scrolls to the top.', `${pages} › each navigation scrolls to the top`),
  satisfied(
    'The bar is set by route: show, showName, showLeftArrow, bgColor, title.',
    `${routes} › every route sets the four required fields of the bar, and a title of the bar has a text`,
  ),
  satisfied(
    'The back arrow goes to Edit from the root or the login.',
    `${pages} › the back arrow leads to Edit after a login`,
    'web/routes.test.ts › from %s the back arrow leads to Edit: %s',
  ),
  satisfied('Otherwise it goes back one step.', `${pages} › the back arrow goes back one step`),

  // Query of the full order page.
  satisfied('/order takes defaultSendCurrency.', `${pages} › the full order page applies all parameters of its query`),
  satisfied('/order takes defaultGetCurrency.', `${pages} › the full order page applies all parameters of its query`),
  satisfied(
    '/order takes defaultSendCurrencyAmount.',
    `${pages} › the full order page applies all parameters of its query`,
  ),
  satisfied(
    '/order takes defaultGetCurrencyAmount.',
    'web/features/orderEntry/orderEntryQuery.test.ts › the query ?%s has the side %s',
  ),
  satisfied('/order takes token.', `${pages} › the full order page applies all parameters of its query`),
  satisfied('/order takes payMethod.', `${buyPages} › a payment method in the query leads straight to the offers`),
  satisfied('/order takes offerType.', `${pages} › the full order page applies all parameters of its query`),
  satisfied(
    '/order takes address.',
    `${buyPages} › asks for the payment method, then continues with the address of the link`,
  ),
  satisfied('/order takes side.', `${buyPages} › the side parameter decides which of two amounts is used`),
  satisfied('/order takes redirectUrl.', `${buyPages} › a redirect URL that the partner may not use is discarded`),

  // Edit.
  satisfied('The header says Buy.', `${edit} › shows the header and all parts of a quote`),
  satisfied('It has a country selector with flag and name.', `${edit} › shows the header and all parts of a quote`),
  satisfied(
    'It has a menu button that opens a drawer from the right.',
    `${menu} › shows the drawer for a buyer who is not logged in`,
  ),
  satisfied('The drawer has Buy Crypto.', `${menu} › shows the drawer for a buyer who is not logged in`),
  satisfied('The drawer has My Orders.', `${menu} › shows the drawer for a buyer who is not logged in`),
  satisfied('The drawer has Terms of Service.', `${menu} › shows the drawer for a buyer who is not logged in`),
  satisfied('The drawer has Settings.', `${menu} › shows the drawer for a buyer who is not logged in`),
  satisfied('The drawer has Log In for a stranger.', `${menu} › shows the drawer for a buyer who is not logged in`),
  satisfied(
    'The drawer has Log Out for whoever is logged in.',
    `${menu} › logging out asks for confirmation, clears the stored login and shows a message`,
  ),
  satisfied('Its foot has the contact of the support.', `${menu} › shows the drawer for a buyer who is not logged in`),
  satisfied(
    'Its foot has a legal notice of the operator.',
    `${menu} › shows the drawer for a buyer who is not logged in`,
  ),
  satisfied('"You pay" has an amount and a currency button.', `${edit} › shows the header and all parts of a quote`),
  satisfied(
    '"You get (estimate)" has an amount and a crypto button.',
    `${edit} › shows the header and all parts of a quote`,
  ),
  satisfied('The methods are titled "Payment Method".', `${edit} › shows the header and all parts of a quote`),
  satisfied('Each says "Fee: x" where there is more than one.', `${edit} › shows the header and all parts of a quote`),
  satisfied(
    'A single method says no fee.',
    `${edit} › compares no fees for one method, and has More for more than six`,
  ),
  satisfied(
    'More than six are behind a "More".',
    `${edit} › compares no fees for one method, and has More for more than six`,
  ),
  satisfied(
    'Five skeleton cells stand there while they load.',
    `${edit} › shows five skeletons while the methods load`,
  ),
  satisfied(
    'None at all reads "Oops! Try again later." with "Try again".',
    'e2e/journeys/states.spec.ts › payment methods: shows the specified text, and can be retried',
  ),
  satisfied('The summary says what is paid for what.', `${edit} › shows the header and all parts of a quote`),
  satisfied('The summary counts the seconds.', `${edit} › shows the header and all parts of a quote`),
  satisfied(
    'A network fee of nothing has no row.',
    `${edit} › shows no row for a zero fee, and nothing to expand without a network fee`,
  ),
  satisfied(
    'A method’s fee of nothing has no row.',
    `${edit} › shows no row for a zero fee, and nothing to expand without a network fee`,
  ),
  satisfied(
    'Without a network fee the summary does not open.',
    `${edit} › shows no row for a zero fee, and nothing to expand without a network fee`,
  ),
  satisfied('There is a Continue.', `${edit} › shows the header and all parts of a quote`),
  satisfied('The foot has the version, YYYY-MM-DD HH:mm.', `${edit} › shows the header and all parts of a quote`),
  satisfied(
    'The pickers are popups at the bottom.',
    `${edit} › a picker has a search, popular entries, letters and a text for no results`,
  ),
  satisfied(
    'They have a search.',
    `${edit} › a picker has a search, popular entries, letters and a text for no results`,
  ),
  satisfied(
    'They have a Popular group.',
    `${edit} › a picker has a search, popular entries, letters and a text for no results`,
  ),
  satisfied(
    'They have an index of letters.',
    `${edit} › a picker has a search, popular entries, letters and a text for no results`,
  ),
  satisfied(
    'What is no letter stands under #.',
    'web/ui/picker/pickerGroups.test.ts › groups by letter, other characters last under #',
  ),
  satisfied(
    'Nothing found reads "It appears no result that matches your search. Please try another."',
    `${edit} › a picker has a search, popular entries, letters and a text for no results`,
  ),
  satisfied('The countries are titled "Select Country".', `${edit} › shows “Country not found” for an unknown country`),
  satisfied('No such country reads "Country not found".', `${edit} › shows “Country not found” for an unknown country`),
  satisfied(
    'A log out asks "Are you sure you want to log out?".',
    `${menu} › logging out asks for confirmation, clears the stored login and shows a message`,
  ),
  satisfied(
    'It has Cancel and Yes.',
    `${menu} › logging out asks for confirmation, clears the stored login and shows a message`,
  ),
  satisfied(
    'Yes clears the stored user.',
    `${menu} › logging out asks for confirmation, clears the stored login and shows a message`,
  ),
  satisfied(
    'Yes says "Log out" in a toast.',
    `${menu} › logging out asks for confirmation, clears the stored login and shows a message`,
  ),
  satisfied(
    '`error` in the query is shown as a toast at the bottom.',
    `${edit} › shows an error of the query in a toast for two seconds`,
  ),

  // The short page.
  satisfied('/buy shows the token’s picture, symbol and name.', `${pages} › the short page shows facts about its coin`),
  satisfied('A hot token is marked.', `${pages} › the short page shows facts about its coin`),
  satisfied('The volume of a day is dollars in thousands.', `${pages} › the short page shows facts about its coin`),
  satisfied('A tooltip explains it.', `${buyPages} › explains the volume to touch and keyboard users`),
  satisfied(
    '"I want to buy" has min~max as its placeholder.',
    `${buyPages} › opens Edit in a new window with all entries`,
  ),
  satisfied('It has the symbol as its suffix.', `${pages} › the short page shows facts about its coin`),
  satisfied('Max fills the most.', `${pages} › Max fills in the maximum, which can be bought`),
  satisfied('The amount can be cleared.', `${pages} › Max fills in the maximum, which can be bought`),
  satisfied('"To my wallet address" can be cleared.', `${pages} › Max fills in the maximum, which can be bought`),
  satisfied('"To my wallet address" is trimmed.', `${buyPages} › opens Edit in a new window with all entries`),
  satisfied('"Get started" waits for an address.', `${buyPages} › opens Edit in a new window with all entries`),
  satisfied(
    '"Get started" is off while there is an error.',
    `${buyPages} › shows each error when it occurs and removes it when it is corrected`,
  ),
  satisfied('It is loading while the address is checked.', `${pages} › Get started waits until the address is checked`),
  satisfied('It opens /edit in a new window.', `${buyPages} › opens Edit in a new window with all entries`),
  satisfied('The window is told the address.', `${buyPages} › opens Edit in a new window with all entries`),
  satisfied('The window is told the origin.', `${buyPages} › opens Edit in a new window with all entries`),
  satisfied('The window is told the offerType.', `${buyPages} › opens Edit in a new window with all entries`),
  satisfied(
    'The window is told the currency, fixed or not.',
    `${buyPages} › a fixed crypto cannot be changed and stays fixed on Edit`,
  ),
  satisfied(
    'The window is told the amount, fixed or not.',
    'web/features/buyPage/buyQuery.test.ts › fixes what the link fixed',
  ),
  satisfied(
    'receiveAddress fills the address.',
    'web/features/buyPage/buyQuery.test.ts › normalizes a lowercase crypto, an amount with a comma and an address with spaces',
  ),
  satisfied(
    'walletAddress fills it, too.',
    'web/features/buyPage/buyQuery.test.ts › uses walletAddress if receiveAddress is missing',
  ),
  satisfied(
    'getCurrency and getCurrencyAmount are read.',
    'web/features/buyPage/buyQuery.test.ts › fixes what the link fixed',
  ),
  satisfied(
    'defaultGetCurrency and defaultGetCurrencyAmount are read.',
    'web/features/buyPage/buyQuery.test.ts › only proposes what the buyer chose',
  ),

  // The plugin.
  satisfied('It has two amounts.', `${plugin} › a visitor types an amount and continues in a window with all entries`),
  satisfied(
    'It counts "New quotes in mm:ss".',
    `${plugin} › a visitor types an amount and continues in a window with all entries`,
    `${plugin} › requests a new quote when the countdown reaches zero`,
  ),
  satisfied(
    'It has a Continue, which opens the whole order in a new window.',
    `${plugin} › a visitor types an amount and continues in a window with all entries`,
  ),
  satisfied(
    'It has the icons of the methods.',
    `${plugin} › a visitor types an amount and continues in a window with all entries`,
  ),
  satisfied('It has a "Power by".', `${plugin} › a visitor types an amount and continues in a window with all entries`),
  satisfied(
    'Its six colors come from the query.',
    `${plugin} › applies the partner’s colours and ignores invalid ones`,
    'web/plugin/pluginColors.test.ts › set the page’s CSS properties',
  ),

  // Verification code.
  satisfied(
    'A sent code counts down, sixty seconds by default.',
    `${pages} › another code can be requested only after a minute`,
  ),
  differs(
    'The code’s input may cut decimals.',
    'A code is six digits: whatever is typed or pasted beside digits is dropped, a decimal part with it (web/ui/form/extractCodeDigits.test.ts). The amounts cut theirs.',
  ),
];
