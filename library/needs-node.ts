/**
 * Refuses an older Node with a readable message. Imported first, so that it runs before every other module; those must not import names
 * that Node 20 does not export, since that fails before anything runs.
 */
const MIN_MAJOR = 24

if (Number(process.versions.node.split('.')[0]) < MIN_MAJOR)
  throw new Error(
    `Gloss needs Node ${MIN_MAJOR} or newer in the program that imports it, and runs on ${process.version} here. Start the program with Node ${MIN_MAJOR}.`,
  )
