/** What became of each fault, kept line by line so that a run that was stopped goes on where it was. */
import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Mutant, mutantKey } from './mutant.ts'

export interface Verdict extends Omit<Mutant, 'start' | 'end' | 'replacement'> {
  readonly outcome: 'seen' | 'not seen' | 'refused by the compiler'
  readonly by: string
}

interface Kept {
  readonly key: string
  readonly verdict: Verdict
}

/** `again`: faults that no test saw are asked again, because of new tests. A verdict holds while the mutated file stays as it is. */
export function openVerdicts(file: string, root: string, again: boolean) {
  const kept = new Map(readKept(file).map(({ key, verdict }) => [key, verdict] as const))
  if (again) for (const [key, { outcome }] of kept) if (outcome === 'not seen') kept.delete(key)
  mkdirSync(dirname(file), { recursive: true })
  const keyOf = (mutant: Mutant) => {
    const hash = createHash('sha256').update(readFileSync(join(root, mutant.file)))
    return hash.update(`${mutant.start} ${mutantKey(mutant)}`).digest('hex')
  }
  return {
    find: (mutant: Mutant): Verdict | undefined => kept.get(keyOf(mutant)),
    keep(mutant: Mutant, { outcome, by }: Pick<Verdict, 'outcome' | 'by'>): Verdict {
      const { start: _start, end: _end, replacement: _replacement, ...about } = mutant
      const verdict = { ...about, outcome, by }
      appendFileSync(file, `${JSON.stringify({ key: keyOf(mutant), verdict } satisfies Kept)}\n`)
      return verdict
    },
  }
}

/** A line that a stop cut off is the last one, and asked again. */
function readKept(file: string): Kept[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as Kept)
}
