/** The fields of a wallet that the stand-in's server uses. The other fields are only for the browser. */
type SimulatedWallet = {
  readonly name: string;
  /** The browsers in which the wallet can be tried, as text for the desk. */
  readonly triedIn: string;
  /** True if the wallet pays with a device's own card number, which has another fingerprint than the card. */
  readonly hasDeviceNumber: boolean;
};

export const WALLETS: Readonly<Record<string, SimulatedWallet>>;
