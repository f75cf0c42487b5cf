/** Distinct sentences from the judged sets: as many real texts as a large corpus has units. */

import { sentences } from '../../../../core/index.ts'
import { shuffle } from '../../../../core/random.ts'
import { hasSet, readSet, type TaskGround } from './task-ground.ts'

const SETS = ['scifact', 'covidqa', '2wiki-half', 'musique-train', 'hotpotqa-train']
const SEED = 13
const MIN_CHARACTERS = 25

/** Returns at most `count` sentences in a seeded order. */
export function sentencePool(ground: Pick<TaskGround, 'data'>, count: number): string[] {
  const all = new Set<string>()
  for (const set of SETS.filter((name) => hasSet(ground, name)))
    for (const { text } of readSet(ground, set).documents)
      for (const { start, end } of sentences(text))
        if (end - start >= MIN_CHARACTERS) all.add(text.slice(start, end))
  return shuffle([...all], SEED).slice(0, count)
}
