/** Faults that someone chose and wrote down: where each stands in today's code, and which tests are to see it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type Mutant, shown } from './mutant.ts'

const About = z.strictObject({
  number: z.int().positive(),
  area: z.string().min(1),
  /** What goes wrong for a user, in one sentence. */
  fault: z.string().min(10),
  /** How it differs from the fault that was written down first, where that cannot be planted any more. */
  note: z.string().min(10).optional(),
})
const Planted = About.extend({
  /** From the root of the project. */
  file: z.string().min(1),
  /** Occurs exactly once in the file. */
  find: z.string().min(1),
  replace: z.string(),
  /** Test files that plainly cover it; without them, those that are related to the file. */
  tests: z.array(z.string()).min(1).optional(),
})
const Gone = About.extend({
  /** Why it cannot be planted any more. */
  gone: z.string().min(10),
})

export type PlantedFault = z.infer<typeof Planted>
export type GoneFault = z.infer<typeof Gone>
export type ListedFault = PlantedFault | GoneFault

/** Throws where a row has another form or two have the same number. */
export function readFaultList(file: string): ListedFault[] {
  const rows = z.array(z.union([Planted, Gone])).parse(JSON.parse(readFileSync(file, 'utf8')))
  const numbers = rows.map(({ number }) => number)
  const twice = numbers.filter((number, at) => numbers.indexOf(number) !== at)
  if (twice.length > 0) throw new Error(`${file} has more than one fault ${twice.join(', ')}.`)
  return rows
}

export function isPlanted(fault: ListedFault): fault is PlantedFault {
  return 'find' in fault
}

/** Throws where the text to be replaced does not stand exactly once in the file at `root`. */
export function listedMutant(root: string, { number, file, find, replace }: PlantedFault): Mutant {
  const source = readFileSync(join(root, file), 'utf8')
  const start = source.indexOf(find)
  if (start < 0) throw new Error(`Fault ${number}: ${file} does not hold "${shown(find)}".`)
  if (source.includes(find, start + 1))
    throw new Error(`Fault ${number}: ${file} holds "${shown(find)}" more than once.`)
  const before = source.slice(0, start).split('\n')
  return {
    file,
    line: before.length,
    column: before.at(-1)!.length + 1,
    kind: 'listed',
    start,
    end: start + find.length,
    replacement: replace,
    lineText: source.split('\n')[before.length - 1]!.trim(),
    was: shown(find),
    becomes: shown(replace),
  }
}
