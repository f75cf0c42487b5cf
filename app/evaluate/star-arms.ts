/** The arms of `eval rws` by name. The one place that knows which there are: a pattern of the solver becomes an arm here. */
import { contentId, GlossError } from '../../core/index.ts'
import { type StarArm, singleShotPrompt } from '../../evaluation/index.ts'
import { createLedger, isModelFailure } from '../../models/index.ts'
import type { Gloss } from '../wiring/gloss.ts'

/** The same for all arms of a comparison. */
export interface StarDecoding {
  readonly temperature: number
  readonly maxTokens: number
}

/** specs/reasoning-with-a-star.md 2.1: the paper names no values; .2 is of the code of its reference 8, 8,192 chosen. */
export const STAR_DECODING: StarDecoding = { temperature: 0.2, maxTokens: 8_192 }

const ARMS: Readonly<Record<string, (gloss: Gloss, decoding: StarDecoding) => StarArm>> = {
  single: singleShotArm,
}

export function starArmNames(): readonly string[] {
  return Object.keys(ARMS)
}

/** Throws `INPUT_INVALID` for a name that is none, and `MODEL_UNCONFIGURED`. */
export function starArm(gloss: Gloss, name: string, decoding: StarDecoding): StarArm {
  const create = Object.hasOwn(ARMS, name) ? ARMS[name] : undefined
  if (create !== undefined) return create(gloss, decoding)
  throw new GlossError('INPUT_INVALID', `Unknown arm "${name}". Available: ${starArmNames().join(', ')}.`, {
    field: 'arms',
  })
}

/** One call of the model of the role `proposer`; no tools, no retrieval. */
function singleShotArm(gloss: Gloss, decoding: StarDecoding): StarArm {
  const purpose = 'A single call for each item'
  const { id, server } = gloss.chats.open(purpose, { role: 'proposer' })
  return {
    name: 'single',
    key: contentId(JSON.stringify([server, id, decoding])),
    mostCalls: 1,
    async answer(item, signal) {
      const ledger = createLedger(gloss.prices)
      const chat = gloss.chats.open(purpose, { role: 'proposer', ledger })
      const messages = [{ role: 'user' as const, content: singleShotPrompt(item) }]
      try {
        const { text } = await chat.complete({ messages, ...decoding }, signal)
        return { output: text, ledger: ledger.rows() }
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof GlossError) || !isModelFailure(error)) throw error
        return { output: null, failure: error.code, ledger: ledger.rows() }
      }
    },
  }
}
