import type { CallRequest } from '@slipway/contract/calls.ts';
import { type WalletTraits } from '@slipway/contract/entities/payMethods.ts';
import type {
  Stripe,
  StripeElements,
  StripeExpressCheckoutElement,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js';
import { useEffectEvent } from 'react';
import { buildWalletAppearance } from './appearance.ts';
import { convertWalletBilling } from './convertWalletBilling.ts';
import { type Acquirer, type ElementStatus, type ElementTerms, useAcquirerElement } from './useAcquirerElement.ts';
import { useElementsTheme } from './useElementsTheme.ts';

/** One confirmed payment in the wallet's sheet. */
export type WalletConfirmation = {
  /** Billing address from the wallet, if complete. */
  readonly billing: CallRequest<'payOrder'>['billing'];
  /** Creates a token from the wallet's data; null on failure. */
  readonly makeToken: () => Promise<string | null>;
  /** Rejects the payment; the sheet shows the failure. */
  readonly refuse: () => void;
};

type WalletEvents = {
  /** Returns whether the sheet may open. */
  readonly mayOpen: () => boolean;
  readonly onOpen: () => void;
  /** The buyer closed the sheet without paying. */
  readonly onClose: () => void;
  readonly onConfirmed: (press: WalletConfirmation) => void;
};

export type WalletButton = {
  readonly mount: (container: HTMLElement | null) => void;
  /** `absent`: this device or browser does not offer the wallet. */
  readonly status: ElementStatus;
  readonly retry: () => void;
};

/** Maximum allowed by the acquirer; our main buttons are one pixel higher. */
export const WALLET_BUTTON_HEIGHT = 55;

const NO_PAYMENT_METHODS = {
  amazonPay: 'never',
  applePay: 'never',
  googlePay: 'never',
  klarna: 'never',
  link: 'never',
  paypal: 'never',
} as const;

type MountedButton = {
  readonly stripe: Stripe;
  readonly elements: StripeElements;
  readonly element: StripeExpressCheckoutElement;
};

/**
 * Mounts the acquirer's express button for a single wallet. A press opens the wallet's sheet, where Pay starts one
 * payment attempt.
 */
export function useWalletButton(
  acquirer: Acquirer | undefined,
  wallet: WalletTraits,
  events: WalletEvents,
): WalletButton {
  const handlePress = useEffectEvent((event: { resolve: () => void; reject: () => void }) => {
    if (!events.mayOpen()) return event.reject();
    events.onOpen();
    event.resolve();
  });
  const handleClose = useEffectEvent(() => events.onClose());
  const handleConfirm = useEffectEvent((made: MountedButton, event: StripeExpressCheckoutElementConfirmEvent) =>
    events.onConfirmed(createConfirmation(made, event)),
  );
  const { mount, status, retry, mounted } = useAcquirerElement<MountedButton>(acquirer, (stripe, terms, settle) => {
    const button = createButton(stripe, terms, wallet);
    const { element } = button;
    element.on('ready', ({ availablePaymentMethods }) => {
      const availability: Readonly<Record<string, boolean>> = availablePaymentMethods ?? {};
      settle(availability[wallet.expressButton] ? 'ready' : 'absent');
    });
    element.on('loaderror', () => settle('failed'));
    element.on('click', (event) => handlePress(event));
    element.on('cancel', () => handleClose());
    element.on('confirm', (event) => handleConfirm(button, event));
    return button;
  });
  useElementsTheme(mounted, buildWalletAppearance);
  return { mount, status, retry };
}

function createButton(stripe: Stripe, terms: ElementTerms, wallet: WalletTraits): MountedButton {
  // The button's colours come from the theme of the appearance.
  const elements = stripe.elements({ ...terms, appearance: buildWalletAppearance() });
  const element = elements.create('expressCheckout', {
    // The buyer has already chosen this wallet, so it is shown even before a card is added to it.
    paymentMethods: { ...NO_PAYMENT_METHODS, [wallet.expressButton]: 'always' },
    buttonHeight: WALLET_BUTTON_HEIGHT,
    buttonType: { applePay: 'plain', googlePay: 'pay' },
    layout: { maxColumns: 1, maxRows: 1, overflow: 'never' },
    billingAddressRequired: true,
  });
  return { stripe, elements, element };
}

function createConfirmation(
  { stripe, elements }: MountedButton,
  event: StripeExpressCheckoutElementConfirmEvent,
): WalletConfirmation {
  const refuse = () => event.paymentFailed({ reason: 'fail' });
  return {
    billing: convertWalletBilling(event.billingDetails),
    refuse,
    async makeToken() {
      const submitted = await elements.submit();
      if (!submitted.error) {
        const { confirmationToken } = await stripe.createConfirmationToken({ elements });
        if (confirmationToken) return confirmationToken.id;
      }
      return null;
    },
  };
}
