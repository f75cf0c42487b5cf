/** SCHEMA as the rest of Gloss knows it. */
import { definePattern } from '../pattern.ts'
import { RWS_PARTS, RwsSettings, rwsRoles, rwsTurns } from '../rws/definition-parts.ts'
import { SCHEMA_PAGE } from './page.ts'
import { schema } from './pattern.ts'
import { MOST_EXPERTS } from './read-team.ts'

export const schemaPattern = definePattern(RwsSettings, {
  ...RWS_PARTS,
  name: 'schema',
  title: 'SCHEMA',
  summary:
    'An architect designs up to three experts; they work in turn, their work is united and verified, with at most one correction.',
  roles: rwsRoles('guard', {
    architect: 'designs the experts and says what the answer must be',
    allocator: 'fixes the steps of the experts',
    expert: 'works on a step',
    synthesizer: 'unites what the experts wrote',
    guard: 'checks the final line against the architecture',
    finalizer: 'puts the answer into form',
  }),
  run: schema,
  mostTurns: rwsTurns({
    architect: 2,
    allocator: 2,
    expert: MOST_EXPERTS,
    synthesizer: 2,
    guard: 2,
    finalizer: 1,
  }),
  calls:
    '5 + k, with k experts, 1 to 3; + 1 where the guard rejects; + 1 for each answer of architect, allocator or guard that cannot be read',
  page: SCHEMA_PAGE,
  demonstration: { script: new URL('./demonstration.json', import.meta.url), settings: {} },
})
