/** Finds the context window of each role's model: from the settings, else from its server, else the default. */
import { openServerInquiry } from '../../models/adapters/server-inquiry.ts'
import { askWindow } from '../../models/index.ts'
import type { Config } from '../config/config.ts'
import { DEFAULT_CONTEXT, modelOf, type Role } from '../config/model-settings.ts'

export interface ModelWindow {
  /** Tokens of question and answer together. */
  readonly tokens: number
  readonly source: 'setting' | 'server' | 'default'
  /** Path at which the server reports the window; empty for other sources. */
  readonly path: string
}

const DEFAULT: ModelWindow = { tokens: DEFAULT_CONTEXT, source: 'default', path: '' }

/** Returns a function that asks each server once, and again if it did not answer. Takes at most two seconds and never throws. */
export function createModelWindows(config: Config): (role?: Role) => Promise<ModelWindow> {
  const known = new Map<string, Promise<ModelWindow>>()

  async function ask(url: string, model: string, key: string | undefined): Promise<ModelWindow> {
    const inquiry = openServerInquiry({ url, key })
    const said = await askWindow({ url, model }, inquiry, new AbortController().signal)
    if (!said.isAnswered) known.delete(JSON.stringify([url, model]))
    return said.tokens === null ? DEFAULT : { tokens: said.tokens, source: 'server', path: said.path }
  }

  return async (role) => {
    if (config.llmContext !== undefined) return { tokens: config.llmContext, source: 'setting', path: '' }
    const { url, model, key } = modelOf(config, role)
    if (url === undefined || model === undefined) return DEFAULT
    const place = JSON.stringify([url, model])
    const asking = known.get(place) ?? ask(url, model, key)
    known.set(place, asking)
    return asking
  }
}

/** Returns `a window of 32,768 tokens (/props of the server)` for people. */
export function windowSentence({ tokens, source, path }: ModelWindow): string {
  const sources = {
    setting: 'GLOSS_LLM_CONTEXT',
    server: `${path.replace(/\?.*/, '')} of the server`,
    default: 'the default: the server does not say; GLOSS_LLM_CONTEXT sets another',
  }
  return `a window of ${tokens.toLocaleString('en')} tokens (${sources[source]})`
}
