/** A sample buyer of the sandbox. */
export type SampleBuyer = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: string;
  readonly city: string;
  readonly phone: string;
  /** The buyer's bank account, as the bank reports it. */
  readonly account: string;
};

const sampleBuyers = {
  /** Leaves an order unpaid; his document differs from his details. */
  emil: {
    firstName: 'Emil',
    lastName: 'Sander',
    birthDate: '2001-05-30',
    city: 'Kiel',
    phone: '+49 431 9010',
    account: 'DE02300209000106531065',
  },
  /** Buys by card; her document is accepted. */
  mia: {
    firstName: 'Mia',
    lastName: 'Lindgren',
    birthDate: '1988-03-14',
    city: 'Hamburg',
    phone: '+49 40 428280',
    account: 'DE75512108001245126199',
  },
  /** Pays by transfer; his document is accepted. */
  jonas: {
    firstName: 'Jonas',
    lastName: 'Keller',
    birthDate: '1979-11-02',
    city: 'Leipzig',
    phone: '+49 341 1230',
    account: 'DE02120300000000202051',
  },
  /** A person at the verifier reviews her document. */
  nora: {
    firstName: 'Nora',
    lastName: 'Winter',
    birthDate: '1995-07-21',
    city: 'Bremen',
    phone: '+49 421 3610',
    account: 'DE02500105170137075030',
  },
  /** His document is refused. */
  oskar: {
    firstName: 'Oskar',
    lastName: 'Brandt',
    birthDate: '1992-01-09',
    city: 'Dresden',
    phone: '+49 351 4880',
    account: 'DE02100500000054540402',
  },
} as const satisfies Readonly<Record<string, Omit<SampleBuyer, 'email'>>>;

export type SampleBuyerName = keyof typeof sampleBuyers;

/** Buyers with the same email address in each run. The others are new buyers in each run, since a final verdict cannot change. */
const RETURNING_BUYERS: ReadonlySet<SampleBuyerName> = new Set<SampleBuyerName>(['emil', 'mia', 'jonas']);

/** Returns a sample buyer. `run`, of letters and digits, distinguishes the buyers of different runs. */
export function createSampleBuyer(name: SampleBuyerName, run: string): SampleBuyer {
  const { firstName, lastName } = sampleBuyers[name];
  const local = `${firstName}.${lastName}`.toLowerCase();
  return { ...sampleBuyers[name], email: `${local}${RETURNING_BUYERS.has(name) ? '' : `.${run}`}@example.com` };
}
