/** Finds the context window of a model, which each kind of server reports under a different path. */
import { isRecord } from '../core/index.ts'
import type { ServerInquiry } from './continuation/ports.ts'
import { providerOfHost } from './continuation/provider-table.ts'
import type { WireFields } from './ports.ts'

export interface ModelPlace {
  /** Base URL of the chat. */
  readonly url: string
  readonly model: string
}

export interface ReportedWindow {
  /** Tokens of question and answer together; null if the server does not report them. */
  readonly tokens: number | null
  /** Path that reports the window; empty if none does. */
  readonly path: string
  /** False if no path answered: the server may do so later. */
  readonly isAnswered: boolean
}

interface WindowQuestion {
  readonly path: string
  readonly body: WireFields | null
  readonly tokensIn: (answer: unknown) => number | null
}

// Keys of vLLM and SGLang, OpenRouter, Groq, and Mistral; the first one present counts.
const LISTED_AS = ['max_model_len', 'context_length', 'context_window', 'max_context_length'] as const

/** Requests all paths at once; of hosted services, only the list of models. Never throws. */
export async function askWindow(
  { url, model }: ModelPlace,
  inquiry: ServerInquiry,
  signal: AbortSignal,
): Promise<ReportedWindow> {
  const questions = questionsFor(url, model)
  const answers = await Promise.all(questions.map(({ path, body }) => inquiry.ask(path, body, signal)))
  const isAnswered = answers.some((answer) => answer !== null)
  for (const [i, { path, tokensIn }] of questions.entries()) {
    const tokens = tokensIn(answers[i])
    if (tokens !== null) return { tokens, path, isAnswered }
  }
  return { tokens: null, path: '', isAnswered }
}

/**
 * From documentation only, not tried with such servers. llama.cpp, tools/server/README.md (GET /props, `n_ctx` of one
 * slot; `autoload` keeps a router from loading the model); lmstudio.ai/docs/api/rest-api (`loaded_context_length`);
 * docs.ollama.com/api/ps and docs/modelfile (`context_length` as allocated, `num_ctx`). The maximum of a model, in Ollama's
 * `model_info` and LM Studio's `max_context_length`, is not the limit in force: Ollama cuts longer prompts silently.
 */
function questionsFor(url: string, model: string): readonly WindowQuestion[] {
  const base = new URL(url).pathname.replace(/\/$/, '')
  const list: WindowQuestion = {
    path: `${base}/models`,
    body: null,
    tokensIn: (answer) => listedWindow(entryOf(answer, 'data', 'id', model)),
  }
  if (providerOfHost(url) !== null) return [list]
  return [
    list,
    {
      path: `/props?model=${encodeURIComponent(model)}&autoload=false`,
      body: null,
      tokensIn: (answer) => countAt(fieldOf(answer, 'default_generation_settings'), 'n_ctx'),
    },
    {
      path: '/api/v0/models',
      body: null,
      tokensIn: (answer) => countAt(entryOf(answer, 'data', 'id', model), 'loaded_context_length'),
    },
    {
      path: '/api/ps',
      body: null,
      tokensIn: (answer) => countAt(entryOf(answer, 'models', 'name', model), 'context_length'),
    },
    { path: '/api/show', body: { model }, tokensIn: (answer) => chosenWindow(fieldOf(answer, 'parameters')) },
  ]
}

/** Returns the window of a list's entry. OpenRouter has one for the model and one for its best provider: the smaller one counts. */
function listedWindow(entry: unknown): number | null {
  const own = LISTED_AS.map((key) => countAt(entry, key)).find((tokens) => tokens !== null) ?? null
  const provided = countAt(fieldOf(entry, 'top_provider'), 'context_length')
  if (own === null || provided === null) return own ?? provided
  return Math.min(own, provided)
}

/** Returns `num_ctx` from the lines of a Modelfile's parameters, such as `num_ctx 16384`. */
function chosenWindow(parameters: unknown): number | null {
  if (typeof parameters !== 'string') return null
  const digits = /^\s*num_ctx\s+(\d+)\s*$/m.exec(parameters)?.[1]
  return digits === undefined ? null : countOf(Number(digits))
}

/** Returns a model's entry in a list. Ollama's names end with a tag, `:latest` if the setting has none. */
function entryOf(answer: unknown, list: string, key: string, model: string): unknown {
  const entries = fieldOf(answer, list)
  if (!Array.isArray(entries)) return null
  return entries.find((entry) => [model, `${model}:latest`].includes(String(fieldOf(entry, key)))) ?? null
}

function countAt(value: unknown, key: string): number | null {
  return countOf(fieldOf(value, key))
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : null
}

function fieldOf(value: unknown, key: string): unknown {
  return isRecord(value) ? value[key] : undefined
}
