/** What may be asked of /solve and /runs, and what they answer. */
import { z } from 'zod'
import { BACKEND_NAMES, type Config, MONITOR_NAMES, PATTERN_NAMES } from '../../app/index.ts'
import { corpusField } from '../http/fields.ts'

const MAX_LISTED = 200
const DEFAULT_LISTED = 30
const watchers = MONITOR_NAMES.filter((name) => name !== 'off')

const limit = (schema: z.ZodNumber) => schema.nullable().exactOptional()
const BudgetField = z
  .strictObject({
    tokens: limit(z.number().int().min(1)).describe('Prompt and completion tokens of all models.'),
    cost: limit(z.number().positive()).describe('US dollars.'),
    steps: limit(z.number().int().min(1)).describe('Model steps over all agents.'),
    seconds: limit(z.number().positive()),
  })
  .describe('What the run may spend; it ends with its best answer so far. Null or absent: no limit.')

export function createSolveBody(config: Config) {
  return z.strictObject({
    question: z.string().max(config.maxQueryCharacters).regex(/\S/, 'is empty'),
    pattern: z.enum(PATTERN_NAMES).exactOptional().describe('Default: eigen1.'),
    settings: z
      .record(z.string(), z.unknown())
      .exactOptional()
      .describe(
        'Of the pattern, such as `proposers`, `rounds`, `retrieval`; what is left out has its default (docs/solver-service.md).',
      ),
    corpus: corpusField,
    backend: z.enum(BACKEND_NAMES).exactOptional().describe('How agents and monitors retrieve.'),
    monitor: z.enum(watchers).exactOptional().describe('Who watches the streams.'),
    budget: BudgetField.exactOptional(),
  })
}

export const ResumeBody = z
  .strictObject({
    budget: BudgetField.exactOptional().describe('In place of the limits that it names of the run.'),
    again: z.boolean().default(false).describe('Asks again what failed, and all that came after it.'),
  })
  .nullish()

/** A part of an id is enough where it is the only one that begins so. */
export const RunParams = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{1,12}$/, 'is no id: up to 12 hexadecimal digits'),
})
export const RunsQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_LISTED)
    .default(DEFAULT_LISTED)
    .describe('How many at the most.'),
})

const status = z
  .enum(['running', 'done', 'budget', 'failed', 'cancelled'])
  .describe('`budget`: ended with its best answer so far. All but `done` can be resumed.')
const failure = z.object({ code: z.string(), message: z.string() }).nullable()
const row = z.looseObject({
  role: z.string(),
  calls: z.int(),
  promptTokens: z.int(),
  completionTokens: z.int(),
  cost: z.number().nullable(),
  seconds: z.number(),
  estimated: z.boolean(),
})
const source = z.looseObject({
  unit: z.string(),
  paper: z.string(),
  title: z.string(),
  page: z.int().nullable(),
  locator: z.string(),
})

export const ListedRun = z.looseObject({
  id: z.string(),
  startedAt: z.string(),
  status,
  isUnderWay: z
    .boolean()
    .describe('This server works on it now; `running` without it is of a process that was killed.'),
  question: z.string(),
  pattern: z.string(),
  corpus: z.string(),
  answer: z.string().nullable(),
  failure,
  seconds: z.number().nullable(),
  tokens: z.int().nullable(),
})

export const RunShape = ListedRun.extend({
  candidates: z.array(
    z.looseObject({
      candidate: z.int().describe('Place of the agent that proposed it.'),
      isChosen: z.boolean(),
      solutions: z.array(z.looseObject({ path: z.string(), text: z.string(), hasAnswer: z.boolean() })),
      scores: z.array(
        z.looseObject({ round: z.int(), composite: z.number().nullable(), passes: z.boolean() }),
      ),
    }),
  ),
  agents: z.array(
    z.looseObject({
      path: z.string(),
      role: z.string(),
      segments: z.array(
        z.looseObject({
          channel: z.enum(['text', 'reasoning']),
          by: z.enum(['model', 'injection', 'code']),
          text: z.string(),
          units: z.array(source).optional(),
        }),
      ),
    }),
  ),
  evidence: z.array(source).describe('Units that were put into streams, in their order.'),
  ledgers: z
    .object({ byRole: z.array(row), byStage: z.array(row), total: row, steps: z.int() })
    .nullable()
    .describe('Null where nothing has come to its end yet.'),
})
