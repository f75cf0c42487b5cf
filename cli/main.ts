/** The command line: parse, call app, print. Exit 0 done, 1 failed, 2 wrong use. */
import { runCli } from './run.ts'

process.exitCode = await runCli(process.argv.slice(2))
