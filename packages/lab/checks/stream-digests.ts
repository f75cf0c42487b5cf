/**
 * Prints a SHA-256 of everything observable for each of 10,000 seeded turns (argv[2]) from seed 0 (argv[3]), and one of them all. A change of
 * the loop that is meant to change nothing gives the same list before and after. `--observed` prints what is hashed instead.
 */
import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { observedOf, streamDigest } from './streams/stream-digest.ts'

const { values, positionals } = parseArgs({
  options: { observed: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [streams = 10_000, from = 0] = positionals.map(Number)
const all = createHash('sha256')

for (let seed = from; seed < from + streams; seed++) {
  if (values.observed) {
    console.log((await observedOf(seed)).join('\n'))
    continue
  }
  const line = `${seed} ${await streamDigest(seed)}`
  all.update(`${line}\n`)
  console.log(line)
}
if (!values.observed) console.log(`all ${all.digest('hex')}`)
