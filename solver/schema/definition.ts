/** SCHEMA as the rest of Gloss knows it. */
import { definePattern } from '../pattern.ts'
import { RWS_PARTS, RwsSettings, rwsTurns } from '../rws/definition-parts.ts'
import { SCHEMA_PAGE } from './page.ts'
import { schema } from './pattern.ts'
import { MOST_EXPERTS } from './read-team.ts'

export const schemaPattern = definePattern(RwsSettings, {
  ...RWS_PARTS,
  name: 'schema',
  title: 'SCHEMA',
  summary:
    'An architect designs up to three experts; they work in turn, their work is united and verified, with at most one correction.',
  roles: [
    {
      name: 'architect',
      does: 'designs the experts and says what the answer must be',
      fallback: 'proposer',
      isAgent: false,
    },
    { name: 'allocator', does: 'fixes the steps of the experts', fallback: 'proposer', isAgent: false },
    { name: 'expert', does: 'works on a step', fallback: 'proposer', isAgent: false },
    { name: 'synthesizer', does: 'unites what the experts wrote', fallback: 'proposer', isAgent: false },
    {
      name: 'guard',
      does: 'checks the final line against the architecture',
      fallback: 'evaluator',
      isAgent: false,
    },
    { name: 'finalizer', does: 'puts the answer into form', fallback: 'proposer', isAgent: false },
  ],
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
