/** The longest that is listed anywhere has 95 characters; a Monero address with a payment id has 106. */
const LONGEST_ADDRESS = 128;

const ADDRESS = /^[0-9A-Za-z:]{20,}$/;
const OUTSIDE_ASCII = /[^\t\r -~]/;
const BLANKS_AROUND = /^[\t ]+|[\t\r ]+$/g;

/**
 * The addresses of a file that has one on each line, as they are written there. Throws, naming the line, when a line
 * holds anything else: leaving it out could mean to pay a listed person.
 */
export function readAddresses(text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const fault = faultOf(line);
    if (fault) throw new Error(`line ${index + 1} ${fault}`);
    const address = line.replaceAll(BLANKS_AROUND, '');
    if (address === '') return [];
    if (!ADDRESS.test(address)) throw new Error(`line ${index + 1} is no address`);
    return [address];
  });
}

function faultOf(line: string): string | undefined {
  if (line.length > LONGEST_ADDRESS) return `has ${line.length} characters`;
  if (OUTSIDE_ASCII.test(line)) return 'is not plain ASCII';
  return undefined;
}
