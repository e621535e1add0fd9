/**
 * Units of each currency per euro, at mutually consistent levels and with the central bank's number of digits. The last column
 * is true if the central bank's daily file contains the currency.
 */
const LEVELS: readonly (readonly [code: string, perEuro: string, inDailyFile: boolean])[] = [
  ['USD', '1.0870', true],
  ['JPY', '164.39', true],
  ['BGN', '1.9558', true],
  ['CZK', '25.214', true],
  ['DKK', '7.4589', true],
  ['GBP', '0.84250', true],
  ['HUF', '402.35', true],
  ['PLN', '4.2795', true],
  ['RON', '4.9768', true],
  ['SEK', '11.4350', true],
  ['CHF', '0.9412', true],
  ['ISK', '149.50', true],
  ['NOK', '11.7020', true],
  ['TRY', '37.4125', true],
  ['AUD', '1.6485', true],
  ['BRL', '6.2140', true],
  ['CAD', '1.5062', true],
  ['CNY', '7.7410', true],
  ['HKD', '8.4512', true],
  ['IDR', '17103.55', true],
  ['ILS', '4.0385', true],
  ['INR', '91.3480', true],
  ['KRW', '1502.84', true],
  ['MXN', '21.6210', true],
  ['MYR', '4.7250', true],
  ['NZD', '1.7980', true],
  ['PHP', '62.785', true],
  ['SGD', '1.4385', true],
  ['THB', '36.920', true],
  ['ZAR', '19.1640', true],
  ['AED', '3.9920', false],
  ['ARS', '1085.40', false],
  ['BDT', '129.85', false],
  ['BHD', '0.40982', false],
  ['CLP', '1038.90', false],
  ['COP', '4690.20', false],
  ['CRC', '556.30', false],
  ['DOP', '65.120', false],
  ['EGP', '53.280', false],
  ['GEL', '2.9510', false],
  ['GHS', '17.1900', false],
  ['GTQ', '8.3880', false],
  ['JOD', '0.77068', false],
  ['KES', '140.22', false],
  ['KWD', '0.33302', false],
  ['KZT', '531.40', false],
  ['LKR', '318.60', false],
  ['MAD', '10.6720', false],
  ['NGN', '1788.50', false],
  ['NPR', '146.16', false],
  ['OMR', '0.41851', false],
  ['PEN', '4.0530', false],
  ['PKR', '302.10', false],
  ['PYG', '8560.00', false],
  ['QAR', '3.9567', false],
  ['RSD', '117.05', false],
  ['SAR', '4.0763', false],
  ['TND', '3.3660', false],
  ['TWD', '34.850', false],
  ['TZS', '2946.00', false],
  ['UAH', '44.910', false],
  ['UGX', '3990.00', false],
  ['UYU', '45.320', false],
  ['VND', '27480.00', false],
  ['XAF', '655.957', false],
  ['XOF', '655.957', false],
  ['ZMW', '28.940', false],
];

/** Currencies pegged to the dollar, whose live rates move only with it. */
const TIED_TO_THE_DOLLAR = new Set(['AED', 'BHD', 'HKD', 'JOD', 'OMR', 'QAR', 'SAR']);

/** Currencies pegged to the euro. */
const TIED_TO_THE_EURO = new Set(['XAF', 'XOF', 'BGN']);

export const currencies: readonly string[] = ['EUR', ...LEVELS.map(([code]) => code)];

/** Rates of the central bank's daily file: fixed levels, with the file's number of digits. */
export const dailyLevels: readonly { readonly code: string; readonly perEuro: string }[] = LEVELS.filter(
  ([, , inDailyFile]) => inDailyFile,
).map(([code, perEuro]) => ({ code, perEuro }));

/**
 * Returns the units of a currency per euro at a moment: within a fifth of a percent of the level, and drifting by less than a
 * hundredth of a percent per minute.
 */
export function computeLiveRate(code: string, at: Date): number {
  if (code === 'EUR') return 1;
  const level = LEVELS.find((row) => row[0] === code);
  if (!level) throw new Error(`no level for ${code}`);
  return Number(level[1]) * (1 + computeMovement(code, at.getTime() / 60_000));
}

function computeMovement(code: string, minutes: number): number {
  if (TIED_TO_THE_EURO.has(code)) return 0;
  const mover = TIED_TO_THE_DOLLAR.has(code) ? 'USD' : code;
  const phase = (mover.charCodeAt(0) * 7 + mover.charCodeAt(1) * 13 + mover.charCodeAt(2) * 29) % 100;
  return (
    0.0012 * Math.sin((2 * Math.PI * minutes) / 530 + phase) + 0.0003 * Math.sin((2 * Math.PI * minutes) / 37 + phase)
  );
}
