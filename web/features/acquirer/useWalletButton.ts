import type { CallRequest } from '@slipway/contract/calls.ts';
import { type WalletTraits } from '@slipway/contract/entities/payMethods.ts';
import type {
  Stripe,
  StripeElements,
  StripeExpressCheckoutElement,
  StripeExpressCheckoutElementConfirmEvent,
} from '@stripe/stripe-js';
import { useEffectEvent } from 'react';
import { walletAppearance } from './appearance.ts';
import { billingOfWallet } from './billingOfWallet.ts';
import { type Acquirer, type ElementStatus, type ElementTerms, useAcquirerElement } from './useAcquirerElement.ts';
import { useThemeOfElements } from './useThemeOfElements.ts';

/** One press of Pay in the wallet's sheet. */
export type WalletPress = {
  /** The buyer's address from the wallet, when it is whole. */
  readonly billing: CallRequest<'payOrder'>['billing'];
  /** The token of what the wallet hands over; null when it did not. */
  readonly makeToken: () => Promise<string | null>;
  /** The page takes no payment: the sheet says so. */
  readonly refuse: () => void;
};

type WalletEvents = {
  /** The sheet opens only then. */
  readonly mayOpen: () => boolean;
  readonly onOpen: () => void;
  /** The buyer has closed the sheet without paying. */
  readonly onClose: () => void;
  readonly onPress: (press: WalletPress) => void;
};

export type WalletButton = {
  readonly mount: (container: HTMLElement | null) => void;
  /** `absent`: this device, or this browser, has no such wallet after all. */
  readonly status: ElementStatus;
  readonly retry: () => void;
};

/** The most that the acquirer allows; every main button of ours is one pixel higher. */
export const WALLET_BUTTON_HEIGHT = 55;

const NEVER = {
  amazonPay: 'never',
  applePay: 'never',
  googlePay: 'never',
  klarna: 'never',
  link: 'never',
  paypal: 'never',
} as const;

type Made = {
  readonly stripe: Stripe;
  readonly elements: StripeElements;
  readonly element: StripeExpressCheckoutElement;
};

/** The acquirer's express button with one wallet alone. A press opens the wallet's sheet; its Pay is one payment attempt. */
export function useWalletButton(
  acquirer: Acquirer | undefined,
  wallet: WalletTraits,
  events: WalletEvents,
): WalletButton {
  const pressed = useEffectEvent((event: { resolve: () => void; reject: () => void }) => {
    if (!events.mayOpen()) return event.reject();
    events.onOpen();
    event.resolve();
  });
  const closed = useEffectEvent(() => events.onClose());
  const confirmed = useEffectEvent((made: Made, event: StripeExpressCheckoutElementConfirmEvent) =>
    events.onPress(pressOf(made, event)),
  );
  const { mount, status, retry, made } = useAcquirerElement<Made>(acquirer, (stripe, terms, settle) => {
    const button = createButton(stripe, terms, wallet);
    const { element } = button;
    element.on('ready', ({ availablePaymentMethods }) => {
      const able: Readonly<Record<string, boolean>> = availablePaymentMethods ?? {};
      settle(able[wallet.expressButton] ? 'ready' : 'absent');
    });
    element.on('loaderror', () => settle('failed'));
    element.on('click', (event) => pressed(event));
    element.on('cancel', () => closed());
    element.on('confirm', (event) => confirmed(button, event));
    return button;
  });
  useThemeOfElements(made, walletAppearance);
  return { mount, status, retry };
}

function createButton(stripe: Stripe, terms: ElementTerms, wallet: WalletTraits): Made {
  // The button's own colours follow the theme of the appearance.
  const elements = stripe.elements({ ...terms, appearance: walletAppearance() });
  const element = elements.create('expressCheckout', {
    // Chosen already: it is shown also before the buyer has put a card into it.
    paymentMethods: { ...NEVER, [wallet.expressButton]: 'always' },
    buttonHeight: WALLET_BUTTON_HEIGHT,
    buttonType: { applePay: 'plain', googlePay: 'pay' },
    layout: { maxColumns: 1, maxRows: 1, overflow: 'never' },
    billingAddressRequired: true,
  });
  return { stripe, elements, element };
}

function pressOf({ stripe, elements }: Made, event: StripeExpressCheckoutElementConfirmEvent): WalletPress {
  const refuse = () => event.paymentFailed({ reason: 'fail' });
  return {
    billing: billingOfWallet(event.billingDetails),
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
