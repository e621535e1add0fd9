import { change, changeText, failing, type PlannedBreak, separately, together } from './plannedBreak.ts';
import { moveRoute, openToAll, retitleRoute, swapScreen } from './routes.ts';

const BUY_PAGES = 'e2e/journeys/buyPages.spec.ts';

const ROUTES = 'web/routes.ts';
const APP = 'web/app/App.tsx';
const EDIT = 'web/screens/Edit.tsx';
const QUERY = 'web/features/quote/link/quoteQuery.ts';
const LINK = 'web/features/quote/link/linkParameters.ts';
const ARRIVAL = 'web/features/orderEntry/useDraftFromLink.ts';
const MENU = 'web/features/menu/MenuDrawer.tsx';
const SLIP = 'web/features/quote/quoteEntry/QuoteSlip.tsx';
const SUMMARY = 'web/features/quote/QuoteSummary.tsx';
const METHODS = 'web/ui/form/MethodGrid.tsx';
const METHOD_PICKER = 'web/features/quote/methods/MethodPicker.tsx';
const PICKER = 'web/ui/picker/PickerSheet.tsx';
const BUY = 'web/screens/Buy.tsx';
const BUY_AMOUNT = 'web/features/buyPage/BuyAmount.tsx';
const BUY_QUERY = 'web/features/buyPage/buyQuery.ts';
const TOKEN = 'web/features/buyPage/TokenHeading.tsx';

const routeBreaks: Readonly<Record<string, PlannedBreak>> = {
  '/ redirects to /edit.': change(ROUTES, "HOME_PATH = '/edit'", "HOME_PATH = '/buy'"),
  '/edit is the main quote screen, titled Buy Crypto.': retitleRoute('/edit', 'Edit', 'title.edit'),
  '/quote is an alias of /edit.': change(ROUTES, "path: '/quote', screen: Edit", "path: '/quote', screen: Buy"),
  '/buy/{getCurrency} is the quote screen with the crypto of the path.': failing(
    `${BUY_PAGES} › /buy/BTC sells only bitcoin`,
    change(EDIT, 'readQuoteQuery(search, getCurrency)', 'readQuoteQuery(search, undefined)'),
  ),
  '/buy/{getCurrency} forces the operator’s own offerType.': change(
    QUERY,
    ': OWN_OFFER_TYPE,',
    ": readParameter('offerType'),",
  ),
  '/buy-v1 is titled Buy Crypto.': retitleRoute('/buy-v1', 'Edit', 'title.edit'),
  '/buy-v1/{getCurrency} is the quote screen with the crypto of the path.': moveRoute('/buy-v1/:getCurrency'),
  '/buy is the simplified page of one token.': failing(
    `${BUY_PAGES} › opens Edit in a new window with all entries`,
    change(ROUTES, "path: '/buy', screen: Buy", "path: '/buy', screen: Edit"),
  ),
  '/email-login is the login by email.': swapScreen('/email-login', 'EmailLogin', 'email-login'),
  '/verification-code asks for the code.': swapScreen('/verification-code', 'VerificationCode', 'verification-code'),
  '/my-orders lists the buyer’s orders.': swapScreen('/my-orders', 'MyOrders', 'my-orders'),
  '/my-orders requires a login.': openToAll("screen: MyOrders, title: 'menu.orders', bar: stepBar"),
  '/order is the full order entry.': moveRoute('/order'),
  '/select-offer is titled Choose Provider.': retitleRoute('/select-offer', 'SelectOffer', 'title.select_offer'),
  '/submit-address is titled Enter Wallet Address.': retitleRoute(
    '/submit-address',
    'SubmitAddress',
    'title.submit_address',
  ),
  '/confirm-address asks to confirm the address.': swapScreen('/confirm-address', 'ConfirmAddress', 'confirm-address'),
  '/wait-payment shows the status of an order.': failing(
    `${BUY_PAGES} › /wait-payment shows the current status of an order`,
    change(ROUTES, "path: '/wait-payment', screen: WaitPayment", "path: '/wait-payment', screen: SelectCard"),
  ),
  '/enter-card is titled Card Details.': change(ROUTES, "title: 'title.enter_card'", "title: 'title.select_card'"),
  '/select-card is titled Select Payment Card.': change(
    ROUTES,
    "title: 'title.select_card'",
    "title: 'title.enter_card'",
  ),
  '/enter-information is titled Enter Basic Details.': change(
    ROUTES,
    "title: 'title.enter_information'",
    "title: 'title.verify_id'",
  ),
  '/enter-information requires a login.': change(
    ROUTES,
    "title: 'title.enter_information',\n    bar: stepBar,\n    login: 'required',",
    "title: 'title.enter_information',\n    bar: stepBar,",
  ),
  '/verify-id exists.': swapScreen('/verify-id', 'VerifyId', 'verify-id'),
  '/verify-id requires a login.': openToAll("screen: VerifyId, title: 'title.verify_id', bar: stepBar"),
  '/verify-id hands off to the verifier’s page.': change(
    'web/screens/identity/VerifyId.tsx',
    'location.replace(await requestVerifierUrl(orderNo, back, getLocale()))',
    'await requestVerifierUrl(orderNo, back, getLocale())',
  ),
  '/redirect leads to a page of the partner.': failing(
    `${BUY_PAGES} › a redirect leads only to URLs of the partner`,
    change(ROUTES, "path: '/redirect', screen: LeaveSlipway", "path: '/redirect', screen: WaitPayment"),
  ),
  '/no-respond exists.': moveRoute('/no-respond'),
  '/access-denied exists.': swapScreen('/access-denied', 'AccessDenied', 'access-denied'),
  '/server-timeout exists.': moveRoute('/server-timeout'),
  '/transaction-restricted exists.': moveRoute('/transaction-restricted'),
  '/kyc-status exists.': swapScreen('/kyc-status', 'KycStatus', 'kyc-details-refused'),
  '/kyc-status requires a login.': openToAll("screen: KycStatus, title: 'title.kyc_status', bar: stepBar"),
  '/order-status exists.': swapScreen('/order-status', 'OrderStatus', 'order-paid'),
  '/payment-status exists.': swapScreen('/payment-status', 'PaymentStatus', 'payment-awaiting'),
  '/settings exists.': swapScreen('/settings', 'Settings', 'settings'),
  '/settings requires a login.': openToAll("screen: Settings, title: 'menu.settings', bar: stepBar"),
  '/cards exists.': swapScreen('/cards', 'Cards', 'cards'),
  '/cards requires a login.': openToAll("screen: Cards, title: 'title.cards', bar: stepBar"),
  '/addresses exists.': swapScreen('/addresses', 'Addresses', 'addresses'),
  '/addresses requires a login.': openToAll("screen: Addresses, title: 'title.addresses', bar: stepBar"),
  '/add-address exists.': swapScreen('/add-address', 'AddAddress', 'add-address'),
  '/add-address requires a login.': openToAll("screen: AddAddress, title: 'title.add_address', bar: stepBar"),
  '/demo-lang shows the languages.': failing(
    'e2e/journeys/languages.spec.ts › the language demo is accessible in every language, light',
    change(ROUTES, "path: '/demo-lang', screen: LanguageDemo", "path: '/demo-lang', screen: AccountDeleted"),
  ),
  'The terms are a static page that opens in a new tab.': change(MENU, ' target="_blank"', ''),
  'The page’s title is the translated title of its route.': change(
    APP,
    'document.title = title ||',
    "document.title = '' ||",
  ),
  'Without a title of the route, the page’s title is the product’s name.': change(
    'web/index.html',
    '<title>Slipway</title>',
    '<title></title>',
  ),
  'Each navigation scrolls to the top.': change(APP, '      scrollTo(0, 0);\n', ''),
  'Each route sets show, showName, showLeftArrow, bgColor and title of the bar.': change(
    ROUTES,
    "const troubleBar: BarOptions = { show: true, showName: true, showLeftArrow: false, bgColor: '' }",
    'const troubleBar = { show: true, showName: true, showLeftArrow: false } as BarOptions',
  ),
  'The back arrow leads to Edit if the previous path is the root or the login.': change(
    'web/app/getPreviousPath.ts',
    "'/', '/email-login'",
    "'/'",
  ),
  'Otherwise the back arrow goes back one step.': change(APP, ': history.back())', ': navigate(HOME_PATH))'),
};

const entryBreaks: Readonly<Record<string, PlannedBreak>> = {
  '/order takes defaultSendCurrency.': change(
    LINK,
    'readLinkParameter(query, proposal).toUpperCase(),',
    "name === 'sendCurrency' ? '' : readLinkParameter(query, proposal).toUpperCase(),",
  ),
  '/order takes defaultGetCurrency.': change(
    LINK,
    'readLinkParameter(query, proposal).toUpperCase(),',
    "name === 'getCurrency' ? '' : readLinkParameter(query, proposal).toUpperCase(),",
  ),
  '/order takes defaultSendCurrencyAmount.': change(
    QUERY,
    'sendCurrencyAmount: pay.amount,\n    getCurrencyAmount: receive.amount,\n    payMethod:',
    "sendCurrencyAmount: '',\n    getCurrencyAmount: receive.amount,\n    payMethod:",
  ),
  '/order takes defaultGetCurrencyAmount.': change(
    QUERY,
    'getCurrencyAmount: receive.amount,\n    payMethod:',
    "getCurrencyAmount: '',\n    payMethod:",
  ),
  '/order takes token.': change(QUERY, "token: readParameter('token', MAX_TOKEN_LENGTH)", "token: ''"),
  '/order takes payMethod.': change(
    QUERY,
    'payMethod: isPayMethod(payMethod) ? payMethod : ',
    "payMethod: isPayMethod(payMethod) ? '' : ",
  ),
  '/order takes offerType.': change(
    QUERY,
    "readParameter('offerType', MAX_NAME_LENGTH) : OWN_OFFER_TYPE",
    "'' : OWN_OFFER_TYPE",
  ),
  '/order takes address.': change(ARRIVAL, '...(address && { address, ...noPartnerSession }),', ''),
  '/order takes side.': change('web/features/orderEntry/orderEntryQuery.ts', ".get('side')", ".get('half')"),
  '/order takes redirectUrl.': change(ARRIVAL, 'redirectUrl: partner.redirectUrl,', "redirectUrl: '',"),
  'The header of Edit has the title Buy.': changeText('bar.buy'),
  'The header has a country selector with flag and name.': change(
    'web/features/catalog/CountryButton.tsx',
    '<Flag code={entry.code} />',
    '',
  ),
  'The header has a menu button that opens a drawer from the right.': separately(
    change('web/ui/overlay/drawer.css', 'inset-inline: auto 0', 'inset-inline: 0 auto'),
  ),
  'The drawer has Buy Crypto.': change(
    MENU,
    `          <MenuLink href="/edit" icon={<Coins {...icon} />} label={text('menu.buy')} onClose={onClose} />\n`,
    '',
  ),
  'The drawer has My Orders.': changeText('menu.orders'),
  'The drawer has Terms of Service.': changeText('menu.terms'),
  'The drawer has Settings.': change(
    MENU,
    `          <MenuLink href="/settings" icon={<Settings {...icon} />} label={text('menu.settings')} onClose={onClose} />\n`,
    '',
  ),
  'The drawer has Log In for a buyer who is not logged in.': change(MENU, '{loggedIn ? (', '{!loggedIn ? ('),
  'The drawer has Log Out for a buyer who is logged in.': change(MENU, '{loggedIn ? (', '{false ? ('),
  'The drawer’s footer has the support contact.': change(
    MENU,
    "href={`mailto:${text('operator.support_email')}`}",
    'href="/support"',
  ),
  'The drawer’s footer has a legal notice of the operator.': change(
    MENU,
    `          <p className="menu-legal">{text('operator.legal_notice')}</p>\n`,
    '',
  ),
  '"You pay" has an amount and a currency button.': change(SLIP, "code={pay?.currency ?? '…'}", 'code="…"'),
  '"You get (estimate)" has an amount and a crypto button.': change(SLIP, "code={receive?.symbol ?? '…'}", 'code="…"'),
  'The methods are titled "Payment Method".': change(
    METHOD_PICKER,
    `      <h2 className="heading">{text('edit.payment_method')}</h2>\n`,
    '',
  ),
  'Each method shows "Fee: x" if there is more than one.': change(
    METHOD_PICKER,
    'prices.length > 1,',
    'prices.length < 1,',
  ),
  'A single method shows no fee.': change(METHOD_PICKER, 'prices.length > 1,', 'prices.length > 0,'),
  'More than six methods collapse behind "More".': changeText('ui.more'),
  'Five skeleton cells are shown while the methods load.': change(METHODS, 'SKELETON_COUNT = 5', 'SKELETON_COUNT = 4'),
  'The empty state of the methods reads "Oops! Try again later." with "Try again".': change(
    METHOD_PICKER,
    "action={text('ui.try_again')}",
    "action={text('ui.reload')}",
  ),
  'The summary shows the amounts to pay and to receive.': change(
    SUMMARY,
    '<AmountText amount={figures.receive} code={symbol} />',
    '<AmountText amount={figures.pay} code={payCurrency} />',
  ),
  'The summary shows a countdown in seconds.': change(
    'web/ui/progress/QuoteCountdown.tsx',
    "text('ui.seconds', { seconds: secondsLeft })",
    "text('ui.updating')",
  ),
  'A network fee of zero has no row.': together(
    change(SUMMARY, 'expandable={!isZero(figures.networkFee)}', 'expandable'),
    change(
      SUMMARY,
      "label: text('edit.network_fee'), value: renderFee(figures.networkFee)",
      "label: text('edit.network_fee'), value: figures.networkFee",
    ),
  ),
  'A method’s fee of zero has no row.': change(SUMMARY, 'isZero(amount) ? null :', 'false ? null :'),
  'The summary cannot be expanded if the network fee is zero.': change(
    SUMMARY,
    'expandable={!isZero(figures.networkFee)}',
    'expandable',
  ),
  'Edit has a Continue button.': separately(changeText('ui.continue')),
  'The foot of Edit has the version as YYYY-MM-DD HH:mm.': change(
    'web/app/appVersion.ts',
    "'$1-$2-$3 $4:$5'",
    "'$3.$2.$1 $4:$5'",
  ),
};

const pickerBreaks: Readonly<Record<string, PlannedBreak>> = {
  'The currency pickers are bottom popups.': change('web/ui/overlay/sheet.css', 'inset: auto 0 0', 'inset: 0 0 auto'),
  'The pickers have a search.': change(PICKER, 'items.filter((item) => matchesQuery(item, wanted)),', 'items,'),
  'The pickers have a Popular group.': change(PICKER, 'popular.length > 0 &&', 'popular.length > 99 &&'),
  'The pickers have an alphabetic index.': change(PICKER, 'groups.length > 3 &&', 'groups.length > 99 &&'),
  'Names that do not begin with a letter are listed under #.': change(
    'web/ui/picker/pickerGroups.ts',
    "REST_LETTER = '#'",
    "REST_LETTER = '…'",
  ),
  'A search without results shows "It appears no result that matches your search. Please try another."':
    changeText('picker.no_result'),
  'The country picker is titled "Select Country".': changeText('picker.select_country'),
  'A search for an unknown country shows "Country not found".': changeText('picker.no_country'),
  'Log Out asks "Are you sure you want to log out?".': changeText('menu.log_out_question'),
  'The question has Cancel and Yes.': changeText('ui.yes'),
  'Yes clears the stored user info.': change(
    'web/features/session/session.ts',
    '  localStorage.removeItem(USER_INFO_KEY);\n',
    '',
  ),
  'Yes shows the toast "Log out".': changeText('menu.logged_out'),
  '`error` in the query is shown as a toast at the bottom.': change(
    'web/features/quote/link/useQuoteLink.ts',
    'if (query.error) ',
    'if (query.error === null) ',
  ),
};

const shortPageBreaks: Readonly<Record<string, PlannedBreak>> = {
  '/buy shows the token’s image, symbol and name.': change(
    TOKEN,
    '<Coin src={info.imgUrl} symbol',
    '<Coin src="" symbol',
  ),
  'A hot token has a marker.': change(TOKEN, '{info.isHot && (', '{!info.isHot && ('),
  'The 24h volume is shown in dollars with thousands separators.': change(
    TOKEN,
    'volumeText(info.vol24, getLocale())',
    'info.vol24',
  ),
  'A tooltip explains the 24h volume.': changeText('buyPage.volume_meaning'),
  '"I want to buy" has min~max as its placeholder.': change(
    BUY_AMOUNT,
    '~${formatDigits(maxAmount',
    '-${formatDigits(maxAmount',
  ),
  '"I want to buy" has the token’s symbol as its suffix.': change(
    BUY_AMOUNT,
    '{info.symbol}</span>',
    '{info.currency}!</span>',
  ),
  'Max fills in the maximum.': change(BUY_AMOUNT, 'fill(limits.maxAmount)', 'fill(limits.minAmount)'),
  '"I want to buy" can be cleared.': change(BUY_AMOUNT, "onClick={() => fill('')}", 'onClick={() => fill(entered)}'),
  '"To my wallet address" can be cleared.': change(
    'web/features/address/AddressField.tsx',
    "onChange('')",
    'onChange(value)',
  ),
  '"To my wallet address" is trimmed.': change('web/features/address/AddressField.tsx', "g, '').trim()", "g, '')"),
  '"Get started" is disabled while the address is empty.': change(
    BUY,
    "info !== undefined && address.entered !== '' &&",
    'info !== undefined &&',
  ),
  '"Get started" is disabled while there is an error.': change(
    BUY,
    'amount.fault === null && addressFaults == null',
    'amount.fault === null',
  ),
  '"Get started" shows loading while the address is checked.': change(
    BUY,
    'checking={address.slow}',
    'checking={false}',
  ),
  '"Get started" opens /edit in a new window.': change(BUY_QUERY, 'return `/edit?${', 'return `/order?${'),
  'The new window gets the address.': change(
    BUY_QUERY,
    '    address,\n    origin,\n    offerType: query',
    '    origin,\n    offerType: query',
  ),
  'The new window gets the origin.': change(
    BUY_QUERY,
    '    address,\n    origin,\n    offerType: query',
    '    address,\n    offerType: query',
  ),
  'The new window gets the offerType.': change(BUY_QUERY, '    offerType: query.offerType,\n', ''),
  'The new window gets the currency as getCurrency or defaultGetCurrency.': change(
    BUY_QUERY,
    "[query.getCurrency === '' ? 'defaultGetCurrency' : 'getCurrency']",
    "['defaultGetCurrency']",
  ),
  'The new window gets the amount as getCurrencyAmount or defaultGetCurrencyAmount.': change(
    BUY_QUERY,
    "[query.getCurrencyAmount === '' ? 'defaultGetCurrencyAmount' : 'getCurrencyAmount']: amount",
    "[query.getCurrencyAmount === '' ? 'defaultGetCurrencyAmount' : 'getCurrencyAmount']: query.getCurrencyAmount",
  ),
  '/buy reads receiveAddress.': change(
    BUY_QUERY,
    "readParameter('receiveAddress') || readParameter('walletAddress')",
    "readParameter('walletAddress')",
  ),
  '/buy reads walletAddress.': change(
    BUY_QUERY,
    "readParameter('receiveAddress') || readParameter('walletAddress')",
    "readParameter('receiveAddress')",
  ),
  '/buy reads getCurrency and getCurrencyAmount.': change(
    BUY_QUERY,
    "getCurrency: readParameter('getCurrency').toUpperCase()",
    "getCurrency: ''",
  ),
  '/buy reads defaultGetCurrency and defaultGetCurrencyAmount.': change(
    BUY_QUERY,
    "defaultGetCurrencyAmount: fixed.amount ? '' : amount",
    "defaultGetCurrencyAmount: ''",
  ),
};

const pluginBreaks: Readonly<Record<string, PlannedBreak>> = {
  'The plugin has two amounts.': change('web/plugin/QuoteFields.tsx', 'value={amounts.receive}', 'value=""'),
  'The plugin has a countdown "New quotes in mm:ss".': change(
    'web/plugin/QuoteRefreshCountdown.tsx',
    'formatCountdown(state.secondsLeft)',
    'state.secondsLeft',
  ),
  'The plugin has a Continue button that opens the full order flow in a new window.': change(
    'web/plugin/buildFlowUrl.ts',
    "FLOW_PATH = '/order'",
    "FLOW_PATH = '/edit'",
  ),
  'The plugin has the icons of the payment methods.': change(
    'web/plugin/PluginPage.tsx',
    '          <PaymentIcons state={state} />\n',
    '',
  ),
  'The plugin has a "Power by" line.': changeText('plugin.power_by'),
  'The plugin’s six colours come from the query.': change(
    'web/plugin/pluginColors.ts',
    "'plugin-prompt-color-text': '--prompt'",
    "'plugin-color-prompt-text': '--prompt'",
  ),
  'A sent code starts a countdown, sixty seconds by default.': change(
    'web/features/login/sentCode.ts',
    'getServerTime() / 1000 + resendAfterSeconds',
    'getServerTime() / 1000 + resendAfterSeconds / 2',
  ),
};

/** Breaks of section 2, screens and routes. */
export const screenBreaks: Readonly<Record<string, PlannedBreak>> = {
  ...routeBreaks,
  ...entryBreaks,
  ...pickerBreaks,
  ...shortPageBreaks,
  ...pluginBreaks,
};
