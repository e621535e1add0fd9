import { calls } from '@slipway/contract/calls.ts';

type Details = typeof calls.addKyc.example.request;

/** Maximum number of people that a worker creates. A further one would have the details of the next worker's first. */
const BUYERS_PER_WORKER = 512;
const FIRST_BIRTH_DATE = Date.UTC(1930, 0, 1);
const DAY_MS = 86_400_000;
/** Number of birth dates, one a day; the last one is of a person who is of age. */
const BIRTH_DATE_COUNT = 27_000;

let usedNumberCount = 0;
const numbersByEmail = new Map<string, number>();

function nextNumber(): number {
  return Number(process.env['TEST_WORKER_INDEX'] ?? 0) * BUYERS_PER_WORKER + usedNumberCount++;
}

/** Returns an unused email address. */
export function newEmail(): string {
  return `buyer-${process.pid}-${Date.now()}-${nextNumber()}@example.com`;
}

/**
 * Returns the details of the buyer with an email address, the same each time. All are named Anna Weber, like the payer of
 * their transfers and the holder of their cards; birth date and phone number make each a different person, so that limits do
 * not add up their purchases.
 */
export function buildDetailsFor(email: string): Details {
  const number = numbersByEmail.get(email) ?? nextNumber();
  numbersByEmail.set(email, number);
  const birthDate = new Date(FIRST_BIRTH_DATE + (number % BIRTH_DATE_COUNT) * DAY_MS).toISOString().slice(0, 10);
  return { ...calls.addKyc.example.request, birthDate, phone: `+49 1512 ${String(number).padStart(7, '0')}` };
}

/** Returns the details of a new buyer. */
export function newDetails(): Details {
  return buildDetailsFor(newEmail());
}

/** Returns a valid IBAN without earlier payments (ISO 13616: the remainder by 97 is 1). */
export function newBankAccount(): string {
  const account = `12030000${String(nextNumber()).padStart(10, '0')}`;
  // D and E count as 13 and 14.
  const checkDigits = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(checkDigits).padStart(2, '0')}${account}`;
}
