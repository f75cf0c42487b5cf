/** Reads SCHEMA's architecture and allocation, and derives the experts (specs/reasoning-with-a-star.md 2.2, 2.3). */
import { z } from 'zod'
import { cutNote } from '../rws/ask-roles.ts'
import { answerType, FreeList, limitedReader, Text } from '../rws/read-structure.ts'

const TYPES = ['numeric', 'json', 'latex', 'symbolic', 'text', 'code', 'unknown'] as const
/** Type of the question; null if none was given, so that the next source is used. */
const QType = z.preprocess((given) => given ?? null, z.union([z.null(), answerType(...TYPES)]))

const ArchExpert = z.object({ id: Text, role: Text, prompt: Text, produces: Text, consumes: Text })
const Architecture = z.object({
  q_type: QType,
  format_hints: Text,
  plan: FreeList,
  checks: FreeList,
  expert_sequence: z.array(ArchExpert),
})

export type Architecture = z.infer<typeof Architecture>

const Step = z.object({
  id: Text,
  role: Text,
  prompt: Text,
  expected_type: Text,
  produces: Text,
  acceptance: FreeList,
})
const Allocation = z.object({ steps: z.array(Step), q_type: QType, notes: Text })

export type Allocation = z.infer<typeof Allocation>

export interface ExpertStep {
  readonly role: string
  readonly prompt: string
  readonly produces: string
}

export const MAX_EXPERTS = 3
const MAX_ACCEPTANCE = 2
const SYNONYMS: Readonly<Record<string, string>> = { bio: 'biology', chem: 'chemistry' }
const KNOWN_ROLES: ReadonlySet<string> = new Set(['physics', 'math', 'code', 'qa', 'biology', 'chemistry'])
const DOMAIN = 'domain:'
/** Prompt of a single expert; its wording is not published. */
const ALONE = 'Answer the TASK.'

/** Architecture with a single expert. */
export const NO_ARCHITECTURE: Architecture = {
  q_type: null,
  format_hints: '',
  plan: [],
  checks: [],
  expert_sequence: [{ id: 'E1', role: 'qa', prompt: ALONE, produces: '', consumes: '' }],
}

export const NO_ALLOCATION: Allocation = { steps: [], q_type: null, notes: '' }

/** Steps if neither the allocation nor the architecture has a usable one. */
const SENSIBLE: readonly ExpertStep[] = [
  { role: 'math', prompt: 'Work out what the TASK asks for.', produces: '' },
  { role: 'qa', prompt: ALONE, produces: '' },
]

export const readArchitecture = limitedReader(Architecture, {
  plan: 4,
  checks: 3,
  expert_sequence: MAX_EXPERTS,
})

const readSteps = limitedReader(Allocation, { steps: MAX_EXPERTS })

export function readAllocation(text: string): ReturnType<typeof readSteps> {
  const result = readSteps(text)
  if (!result.ok) return result
  const isCut = result.value.steps.some(({ acceptance }) => acceptance.length > MAX_ACCEPTANCE)
  const steps = result.value.steps.map((step) => ({
    ...step,
    acceptance: step.acceptance.slice(0, MAX_ACCEPTANCE),
  }))
  const losses = isCut ? [...result.losses, cutNote('acceptance', MAX_ACCEPTANCE)] : result.losses
  return { ...result, value: { ...result.value, steps }, losses }
}

/** Returns the steps with a prompt from the allocation, else from the architecture, else mathematics and a plain answer. */
export function expertSteps(allocation: Allocation, { expert_sequence }: Architecture): ExpertStep[] {
  const given = [allocation.steps, expert_sequence].map((steps) =>
    steps.filter(({ prompt }) => prompt.trim() !== ''),
  )
  const steps = given.find(({ length }) => length > 0) ?? SENSIBLE
  return steps.map(({ role, prompt, produces }) => ({ role: expertRole(role), prompt, produces }))
}

/** Returns the role of a field: `bio` means biology, an unknown field is a domain, no field means a plain answer. */
export function expertRole(given: string): string {
  const named = given.trim().toLowerCase()
  const bare = named.startsWith(DOMAIN) ? named.slice(DOMAIN.length).trim() : named
  if (bare === '') return 'qa'
  const role = SYNONYMS[bare] ?? bare
  return KNOWN_ROLES.has(role) && !named.startsWith(DOMAIN) ? role : `${DOMAIN}${bare}`
}
