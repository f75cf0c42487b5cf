/** Requests and answers of /solve and /runs. */
import { z } from 'zod'
import { EXPERIMENTAL_MONITORS, listNames, MONITOR_NAMES, usualCount } from '../../app/config/index.ts'
import { PATTERN_NAMES } from '../../app/solve/index.ts'
import { AnswerMarksShape, type Config } from '../../app/wiring/index.ts'
import { corpusField } from '../http/fields.ts'
import {
  askedQuestion,
  backendField,
  budgetLimits,
  filterField,
  oneQuestion,
} from '../http/question-fields.ts'

const MAX_LISTED = 200
const DEFAULT_LISTED = 30
const watchers = MONITOR_NAMES.filter((name) => name !== 'off')

const limit = (schema: z.ZodNumber) => schema.nullable().exactOptional()
const BudgetField = z
  .strictObject({
    tokens: limit(budgetLimits.tokens).describe('Prompt and completion tokens of all models.'),
    cost: limit(budgetLimits.cost).describe('US dollars for all models.'),
    steps: limit(z.number().int().min(1)).describe('Model steps of all agents.'),
    seconds: limit(budgetLimits.seconds),
  })
  .meta({ title: 'Budget' })
  .describe(
    'Limits of the run; at one, it ends with its best answer so far. Null: no limit. Absent: only GLOSS_SOLVE_TOKENS applies.',
  )

const patternField = z.enum(PATTERN_NAMES).exactOptional().describe('Default: eigen1.')

export const DemonstrationBody = z.strictObject({ pattern: patternField }).nullish()

export function createSolveBody(config: Config) {
  const body = z.strictObject({
    ...askedQuestion(config, 'question'),
    pattern: patternField,
    settings: z
      .record(z.string(), z.unknown())
      .exactOptional()
      .describe(
        'Settings of the pattern, such as `proposers`, `rounds` or `retrieval`; GET /patterns lists them with their defaults.',
      ),
    corpus: corpusField,
    preset: z
      .string()
      .exactOptional()
      .describe(
        'Settings of the pattern by name; GET /patterns lists them. An option that contradicts it is refused.',
      ),
    backend: backendField,
    filter: filterField.exactOptional(),
    monitor: z
      .enum(watchers)
      .exactOptional()
      .describe(`Monitor that watches the streams: ${listNames(watchers, EXPERIMENTAL_MONITORS)}.`),
    budget: BudgetField.exactOptional(),
  })
  return body.refine(oneQuestion(), {
    path: ['question'],
    message: 'give the question as `question`, `query` or `q`',
  })
}

export const ResumeBody = z
  .strictObject({
    budget: BudgetField.exactOptional().describe(
      'New limits, which replace the run’s limits of the same names.',
    ),
    again: z.boolean().default(false).describe('Repeat the first failed call and everything after it.'),
  })
  .meta({ title: 'ResumeOptions' })
  .nullish()

/** Parameters of a run's routes: a unique prefix of an id is enough. */
export const RunParams = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{1,12}$/, 'must be an id of up to 12 hexadecimal digits'),
})
export const RunsQuery = z.strictObject({
  limit: usualCount(DEFAULT_LISTED, 1, MAX_LISTED).describe('Maximum number of runs.'),
})

export const TraceQuery = z.strictObject({
  format: z.enum(['json', 'markdown', 'html']).default('json').describe('All have the same content.'),
})

const status = z
  .enum(['running', 'done', 'budget', 'failed', 'cancelled'])
  .describe('`budget`: ended with its best answer so far. All but `done` can be resumed.')
const failure = z.object({ code: z.string(), message: z.string() }).nullable()
const row = z
  .looseObject({
    role: z.string(),
    calls: z.int(),
    promptTokens: z.int(),
    completionTokens: z.int(),
    cost: z.number().nullable(),
    seconds: z.number(),
    estimated: z.boolean(),
  })
  .meta({ title: 'LedgerRow' })
const source = z
  .looseObject({
    unit: z.string(),
    paper: z.string(),
    title: z.string(),
    page: z.int().nullable(),
    locator: z.string(),
    span: z
      .tuple([z.int(), z.int()])
      .nullish()
      .describe('UTF-16 offsets into the text of the paper; absent in runs of older versions.'),
  })
  .meta({ title: 'RunSource' })

const count = z.record(z.string(), z.int())
const watch = z
  .looseObject({
    characters: z
      .int()
      .optional()
      .describe('Written by models in watched turns, without injections; absent in runs of older versions.'),
    looks: z.int(),
    triggers: z.int(),
    queries: z.int(),
    injections: z.int(),
    injectedTokens: z.int().optional().describe('Estimated; absent in runs of older versions.'),
    misses: count,
    skips: count,
    failures: z.array(
      z
        .looseObject({ stage: z.string(), code: z.string(), message: z.string(), count: z.int() })
        .meta({ title: 'StageFailure' }),
    ),
    problems: z
      .array(z.string())
      .describe('A sentence for each part of the loop that failed, or could not run, every time.'),
  })
  .meta({ title: 'WatchCounts' })
  .nullable()
  .describe('Counts of the monitor over the agents that finished; null until the run has ended.')
const conditions = z
  .array(
    z
      .looseObject({
        since: z.string(),
        gloss: z.object({ version: z.string(), commit: z.string().nullable() }),
        models: z.array(z.looseObject({ role: z.string(), model: z.string(), server: z.string() })),
        corpus: z.looseObject({ name: z.string(), seqAtStart: z.int(), seqAtEnd: z.int().nullable() }),
        embedder: z.string(),
        prompts: z.array(z.object({ name: z.string(), hash: z.string() })),
      })
      .meta({ title: 'RunConditions' }),
  )
  .describe('What the run used; more than one entry if that changed when it was resumed.')

export const ListedRun = z
  .looseObject({
    id: z.string(),
    startedAt: z.string(),
    status,
    isUnderWay: z
      .boolean()
      .describe(
        'True while a server works on the run; if false, a `running` run was interrupted or, with corpora in files, is in another process.',
      ),
    question: z.string(),
    pattern: z.string(),
    corpus: z.string(),
    answer: z.string().nullable(),
    failure,
    seconds: z.number().nullable(),
    tokens: z.int().nullable(),
  })
  .meta({ title: 'ListedRun' })

export const RunShape = ListedRun.extend({
  candidates: z.array(
    z
      .looseObject({
        candidate: z.int().describe('Index of the agent that proposed it.'),
        isChosen: z.boolean(),
        solutions: z.array(z.looseObject({ path: z.string(), text: z.string(), hasAnswer: z.boolean() })),
        scores: z.array(
          z.looseObject({ round: z.int(), composite: z.number().nullable(), passes: z.boolean() }),
        ),
      })
      .meta({ title: 'Candidate' }),
  ),
  agents: z.array(
    z
      .looseObject({
        path: z.string(),
        role: z.string(),
        segments: z.array(
          z
            .looseObject({
              channel: z.enum(['text', 'reasoning']),
              by: z.enum(['model', 'injection', 'code']),
              text: z.string(),
              units: z.array(source).optional(),
            })
            .meta({ title: 'RunSegment' }),
        ),
      })
      .meta({ title: 'RunAgent' }),
  ),
  evidence: z.array(source).describe('Injected units, in order.'),
  watch,
  conditions,
  ledgers: z
    .object({ byRole: z.array(row), byStage: z.array(row), total: row, steps: z.int() })
    .nullable()
    .describe('Null until a call has finished.'),
  ...AnswerMarksShape.shape,
}).meta({ title: 'Run' })
