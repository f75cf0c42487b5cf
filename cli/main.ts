/** The command line: parse, call app, print. Exit 0 done, 1 failed, 2 wrong use. */
import { enableCompileCache } from 'node:module'

// Compiled code is kept between runs, in the system's temporary folder: `gloss corpus list` takes .4 s instead of 1.3 s.
enableCompileCache()
const { runCli } = await import('./run.ts')

process.exitCode = await runCli(process.argv.slice(2))
