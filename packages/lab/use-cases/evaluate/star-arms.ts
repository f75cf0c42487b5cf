/** Returns the arms of `eval rws` by name: every pattern of the solver, without retrieval unless requested. */

import type { SetRequest } from '../../../../app/solve/index.ts'
import { GlossError } from '../../../../core/index.ts'
import { PATTERN_LIST, type PatternDefinition, type PatternSettings } from '../../../../solver/index.ts'
import { checkDecoding, knownSettings } from './arm-settings.ts'

export interface StarArm {
  readonly name: string
  readonly request: SetRequest['request']
  /** Whether it retrieves from a corpus or the web. */
  readonly isRetrieving: boolean
}

/** specs/reasoning-with-a-star.md 2.1: the paper gives no values; .2 is from the code of its reference 8, 8,192 was chosen. */
export const STAR_DECODING = 'temperature=0.2,maxTokens=8192'

/** Retrieval is off by definition (specs/reasoning-with-a-star.md 7, point 16); an arm with it has another name. */
const WITH_RETRIEVAL = '+retrieval'
const WITHOUT_RETRIEVAL = { retrieval: 'none', searchesWeb: false } as const

export function starArmNames(): readonly string[] {
  return PATTERN_LIST.flatMap((pattern) =>
    canRetrieve(pattern) ? [pattern.name, `${pattern.name}${WITH_RETRIEVAL}`] : [pattern.name],
  )
}

/** Returns an arm. Throws `INPUT_INVALID` for an unknown name, and for decoding that the pattern cannot have. */
export function starArm(name: string, decoding: PatternSettings): StarArm {
  const isRetrieving = name.endsWith(WITH_RETRIEVAL)
  const pattern = PATTERN_LIST.find((one) => one.name === name.replace(WITH_RETRIEVAL, ''))
  if (pattern === undefined || !starArmNames().includes(name))
    throw new GlossError('INPUT_INVALID', `Unknown arm "${name}". Available: ${starArmNames().join(', ')}.`, {
      field: 'arms',
    })
  checkDecoding(pattern, { name, settings: {} }, decoding)
  const off = isRetrieving ? {} : knownSettings(pattern, WITHOUT_RETRIEVAL)
  return { name, isRetrieving, request: { pattern: pattern.name, settings: { ...off, ...decoding } } }
}

function canRetrieve(pattern: PatternDefinition): boolean {
  return Object.keys(knownSettings(pattern, WITHOUT_RETRIEVAL)).length > 0
}
