/** A buyer who lives in the sandbox. */
export type CastMember = {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly birthDate: string;
  readonly city: string;
  readonly phone: string;
  /** Theirs, as the bank tells it. */
  readonly account: string;
};

const members = {
  /** Leaves an order behind. */
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
  /** Whose document a person of the verifier looks at. */
  nora: {
    firstName: 'Nora',
    lastName: 'Winter',
    birthDate: '1995-07-21',
    city: 'Bremen',
    phone: '+49 421 3610',
    account: 'DE02500105170137075030',
  },
  /** Whose document is refused. */
  oskar: {
    firstName: 'Oskar',
    lastName: 'Brandt',
    birthDate: '1992-01-09',
    city: 'Dresden',
    phone: '+49 351 4880',
    account: 'DE02100500000054540402',
  },
} as const satisfies Readonly<Record<string, Omit<CastMember, 'email'>>>;

export type CastName = keyof typeof members;

/** Who comes back in each run; of the others each run has its own, since a verdict stays with its person. */
const REGULARS: ReadonlySet<CastName> = new Set<CastName>(['emil', 'mia', 'jonas']);

/** `run` tells those of one run from those of another: letters and digits. */
export function castMember(name: CastName, run: string): CastMember {
  const { firstName, lastName } = members[name];
  const local = `${firstName}.${lastName}`.toLowerCase();
  return { ...members[name], email: `${local}${REGULARS.has(name) ? '' : `.${run}`}@example.com` };
}
