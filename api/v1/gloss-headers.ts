/** Headers by which a client of the proxy chooses corpus, backend and monitor for each request. */
import { z } from 'zod'
import { EXPERIMENTAL_MONITORS, listNames, MONITOR_NAMES, PRESET_NAMES } from '../../app/config/index.ts'
import { CODE_MODES } from '../../app/think/index.ts'
import { BACKEND_NAMES, EXPERIMENTAL_BACKENDS } from '../../app/wiring/index.ts'
import { budgetLimits, filterField } from '../http/question-fields.ts'
import { jsonObject } from './json-object.ts'

const jsonObjectField = z.string().transform((text, { addIssue }) => {
  const read = jsonObject(Buffer.from(text))
  if (read === null) addIssue('must be a JSON object')
  return read ?? {}
})

const TurnBudgetField = z.strictObject({
  tokens: budgetLimits.tokens.exactOptional(),
  cost: budgetLimits.cost.exactOptional(),
  seconds: budgetLimits.seconds.exactOptional(),
})

/** Schema of the headers. Others are ignored. */
export const GlossHeaders = z.looseObject({
  'x-gloss-corpus': z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('Corpus to retrieve from. Default: the server’s default corpus.'),
  'x-gloss-backend': z
    .enum(BACKEND_NAMES)
    .optional()
    .describe(`Retrieval backend: ${listNames(BACKEND_NAMES, EXPERIMENTAL_BACKENDS)}. Default: auto.`),
  'x-gloss-monitor': z
    .enum(MONITOR_NAMES)
    .optional()
    .describe(
      `Monitor that watches the stream: ${listNames(MONITOR_NAMES, EXPERIMENTAL_MONITORS)}. Default: GLOSS_MONITOR. \`off\` forwards the request byte for byte.`,
    ),
  'x-gloss-preset': z
    .enum(PRESET_NAMES)
    .optional()
    .describe(
      '`published`: retrieve, watch and inject as Eigen-1 does (docs/published.md). A header that contradicts it is refused.',
    ),
  'x-gloss-settings': jsonObjectField
    .optional()
    .describe(
      'Settings of the loop as a JSON object, such as {"k": 5, "window": 512, "hasSifter": false}; docs/thinking.md lists them.',
    ),
  'x-gloss-filter': jsonObjectField
    .pipe(filterField)
    .optional()
    .describe('Filter for evidence, as a JSON object: {"years": "2015-"}.'),
  'x-gloss-budget': jsonObjectField
    .pipe(TurnBudgetField)
    .optional()
    .describe(
      'Limits of a watched answer, as a JSON object: {"tokens": 20000, "cost": 0.05, "seconds": 60}. It is cut at a limit, and when it repeats itself. Default: none.',
    ),
  'x-gloss-retrieve': z
    .enum(['first', 'off'])
    .optional()
    .describe(
      '`first`: evidence for the last user message is put before the messages, numbered for citation, and the answer carries annotations. Works with tools, JSON output and `n` over 1. Default: off.',
    ),
  'x-gloss-code': z
    .enum(CODE_MODES)
    .optional()
    .describe(
      'Whether `<code>` blocks that the model writes run in the sandbox, if GLOSS_EXECUTE allows it: each in a `fresh` interpreter, or all in one that is `kept` for the turn. Default: off.',
    ),
})
export type GlossHeaders = z.infer<typeof GlossHeaders>
