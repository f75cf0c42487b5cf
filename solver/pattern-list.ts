/** Lists the patterns in the order in which users see them, one line each. */
import { eigen1Pattern } from './eigen1/definition.ts'
import { hmawPattern } from './hmaw/definition.ts'
import { pacePattern } from './pace/definition.ts'
import type { PatternDefinition } from './pattern.ts'
import { phasePattern } from './phase/definition.ts'
import { rethinkerPattern } from './rethinker/definition.ts'
import { schemaPattern } from './schema/definition.ts'
import { singlePattern } from './single/definition.ts'

export const PATTERN_LIST: readonly PatternDefinition[] = [
  eigen1Pattern,
  rethinkerPattern,
  singlePattern,
  hmawPattern,
  pacePattern,
  phasePattern,
  schemaPattern,
]
