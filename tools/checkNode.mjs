// Loaded before anything else, in JavaScript that every Node understands: an older one cannot even read the rest.
const NEEDED = 24;
const [major] = process.versions.node.split('.');

if (Number(major) < NEEDED) {
  process.stderr.write(
    `Slipway needs Node ${NEEDED} or newer, this is ${process.version}. On Linux x64 'npm ci' brings its own: start with 'npm start'; elsewhere install Node ${NEEDED}.\n`,
  );
  process.exit(1);
}
