type SdnFile = {
  /** `MM/DD/YYYY` */
  readonly publishedOn: string;
  readonly listed: Readonly<Record<string, readonly string[]>>;
  /** The stated number of records; by default the actual one. */
  readonly recordCount?: number;
};

/** Returns a file in the format of OFAC's `SDN.XML`, with one record per ticker. */
export function buildSdnFile({ publishedOn, listed, recordCount }: SdnFile): string {
  const records = Object.entries(listed).map(([ticker, addresses], index) => {
    const ids = addresses.map(
      (address) =>
        `<id><uid>1</uid><idType>Digital Currency Address - ${ticker}</idType><idNumber>${address}</idNumber></id>`,
    );
    return `<sdnEntry><uid>${index}</uid><lastName>SOMEBODY</lastName><sdnType>Entity</sdnType>
<idList><id><uid>2</uid><idType>Passport</idType><idNumber>A1</idNumber></id>${ids.join('\n')}</idList></sdnEntry>`;
  });
  return `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
  <publshInformation>
    <Publish_Date>${publishedOn}</Publish_Date>
    <Record_Count>${recordCount ?? records.length}</Record_Count>
  </publshInformation>
${records.join('\n')}
</sdnList>
`;
}
