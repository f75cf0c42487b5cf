/** `gloss …` in a process of its own; after what the command prints comes a line with the peak of its resident memory. */
import { runCli } from '../../../cli/run.ts'

const KB_PER_MB = 1024

process.exitCode = await runCli(process.argv.slice(2))
const peakMb = Math.round(process.resourceUsage().maxRSS / KB_PER_MB)
console.log(JSON.stringify({ peakMb }))
