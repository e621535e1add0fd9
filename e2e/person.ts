import { calls } from '@slipway/contract/calls.ts';

type Details = typeof calls.addKyc.example.request;

/** How many persons each worker has before it takes another one's. */
const PERSONS_PER_WORKER = 512;
const FIRST_BIRTH_DATE = Date.UTC(1930, 0, 1);
const DAY_MS = 86_400_000;
/** The youngest is of age. */
const BIRTH_DATES = 27_000;

let personsTaken = 0;
const numbers = new Map<string, number>();

function nextNumber(): number {
  return Number(process.env['TEST_WORKER_INDEX'] ?? 0) * PERSONS_PER_WORKER + personsTaken++;
}

/** An address that was not used before. */
export function newEmail(): string {
  return `buyer-${process.pid}-${Date.now()}-${nextNumber()}@example.com`;
}

/**
 * What the buyer of an e-mail address says of themselves, the same each time. All are called Anna Weber, as the payer of their
 * transfers and the holder of their cards; birth date and phone number make each another person, whose purchases no limit adds
 * to those of others.
 */
export function detailsOf(email: string): Details {
  const number = numbers.get(email) ?? nextNumber();
  numbers.set(email, number);
  const birthDate = new Date(FIRST_BIRTH_DATE + (number % BIRTH_DATES) * DAY_MS).toISOString().slice(0, 10);
  return { ...calls.addKyc.example.request, birthDate, phone: `+49 1512 ${String(number).padStart(7, '0')}` };
}

/** Details of a buyer whose address does not matter. */
export function newDetails(): Details {
  return detailsOf(newEmail());
}

/** A valid IBAN from which nobody has paid before (ISO 13616: the remainder by 97 is 1). */
export function newBankAccount(): string {
  const account = `12030000${String(nextNumber()).padStart(10, '0')}`;
  // D and E are 13 and 14.
  const checkDigits = 98n - (BigInt(`${account}131400`) % 97n);
  return `DE${String(checkDigits).padStart(2, '0')}${account}`;
}
