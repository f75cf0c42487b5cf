/**
 * Asks Parser, then Judge: two models that bring an answer and its gold into one form and decide whether they are the same (Reasoning
 * With a Star, section 4.1 and appendix D). Gemini 2.5 Pro at temperature 1.0 in the paper.
 */
import { z } from 'zod'
import { defuseControlMarks, defuseTurnMarks, GlossError } from '../../../../core/index.ts'
import { isModelFailure, type JsonModes, type StreamingChat, structured } from '../../../../models/index.ts'
import { type StarPromptName, starPrompt } from './prompts.ts'

/** Types of the Parser; the Judge has fewer. */
export type ParserType = 'numeric' | 'json' | 'symbolic' | 'text'

export interface StarCase {
  /** The whole output of the model under test. */
  readonly output: string
  readonly gold: string
  readonly type: ParserType
}

export interface StarJudgement {
  /** `undecided`: the Judge was not sure, or no answer of the models could be read. */
  readonly verdict: 'correct' | 'incorrect' | 'undecided'
  /** Self-reported confidence; null if no answer could be read. */
  readonly confidence: number | null
  /** Models and hashes of their prompts. */
  readonly by: string
  /** Prediction as the Parser wrote it; null if that could not be read. */
  readonly pred: string | null
  readonly gold: string | null
  /** Error code of a model that failed. */
  readonly failure?: string
}

export interface StarVerifier {
  readonly name: string
  /** Verifies an answer. If a model fails, it returns `undecided`, which is not right, and does not throw. */
  verify(order: StarCase, signal: AbortSignal): Promise<StarJudgement>
}

export interface VerifierPorts {
  readonly parser: StreamingChat
  readonly judge: StreamingChat
  readonly modes: JsonModes
}

const PARSER_TYPES = ['numeric', 'json', 'symbolic', 'latex', 'text', 'figure', 'code', 'unknown'] as const
const Parsed = z.object({
  pred_norm: z.preprocess(asText, z.string()),
  gt_norm: z.preprocess(asText, z.string()),
  type: z.preprocess(lowerCase, z.enum(PARSER_TYPES)),
})
const Judged = z.object({
  verdict: z.preprocess(lowerCase, z.enum(['correct', 'incorrect', 'not_sure'])),
  confidence: z.preprocess((value) => Number(value ?? Number.NaN), z.number().min(0).max(1)),
  pred_extracted: z.preprocess(asText, z.string()),
  gt_extracted: z.preprocess(asText, z.string()),
})
const PUBLISHED_TEMPERATURE = 1
const MAX_TOKENS = 4_096
/** Characters from the end of an output, where the final answer is; chosen, not measured. */
const MAX_OUTPUT_CHARACTERS = 20_000

export function createStarVerifier(ports: VerifierPorts): StarVerifier {
  const { parser, judge, modes } = ports
  const name = `parser:${parser.id}:${starPrompt('RWS_PARSER').hash} judge:${judge.id}:${starPrompt('RWS_JUDGE').hash}`

  async function ask<T>(
    chat: StreamingChat,
    prompt: StarPromptName,
    [pred, gold, type]: readonly [string, string, string],
    form: z.ZodType<T>,
    signal: AbortSignal,
  ): Promise<T> {
    const lines = `Prediction: ${defuseTurnMarks(pred)}\nGround Truth: ${defuseControlMarks(gold)}\nType: ${type}`
    const request = {
      messages: [
        { role: 'system' as const, content: starPrompt(prompt).text },
        { role: 'user' as const, content: lines },
      ],
      maxTokens: MAX_TOKENS,
      temperature: PUBLISHED_TEMPERATURE,
    }
    return (await structured(chat, request, form, { signal, modes, name: prompt.toLowerCase() })).value
  }

  return {
    name,
    async verify({ output, gold, type }, signal) {
      let norms: z.infer<typeof Parsed> | null = null
      try {
        const cut = output.slice(-MAX_OUTPUT_CHARACTERS)
        norms = await ask(parser, 'RWS_PARSER', [cut, gold, type], Parsed, signal)
        const asked = [norms.pred_norm, norms.gt_norm, judgeType(norms)] as const
        const { verdict, confidence } = await ask(judge, 'RWS_JUDGE', asked, Judged, signal)
        return {
          verdict: verdict === 'not_sure' ? 'undecided' : verdict,
          confidence,
          by: name,
          pred: norms.pred_norm,
          gold: norms.gt_norm,
        }
      } catch (error) {
        signal.throwIfAborted()
        return {
          verdict: 'undecided',
          confidence: null,
          by: name,
          pred: norms?.pred_norm ?? null,
          gold: norms?.gt_norm ?? null,
          failure: codeOf(error),
        }
      }
    },
  }
}

/** Returns one of the Judge's four types: `textual` for text, numeric for an object of numbers, unknown for the rest. */
export function judgeType({
  type,
  gt_norm: gold,
}: {
  readonly type: string
  readonly gt_norm: string
}): string {
  if (type === 'numeric' || (type === 'json' && isAllNumbers(gold))) return 'numeric'
  if (type === 'symbolic' || type === 'latex') return 'symbolic'
  return type === 'text' ? 'textual' : 'unknown'
}

function isAllNumbers(json: string): boolean {
  const values = /^\s*\{[\s\S]*\}\s*$/.test(json) ? [...json.matchAll(/:\s*([^,{}]+?)\s*(?=[,}])/g)] : []
  return values.length > 0 && values.every(([, value]) => Number.isFinite(Number(value)))
}

/** Returns the code of a model's failure; bugs are thrown. */
function codeOf(error: unknown): string {
  if (error instanceof GlossError && (error.code === 'MODEL_ANSWER_INVALID' || isModelFailure(error)))
    return error.code.toLowerCase()
  throw error
}

function asText(value: unknown): unknown {
  return typeof value === 'string' || value === undefined ? value : JSON.stringify(value)
}

function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value
}
