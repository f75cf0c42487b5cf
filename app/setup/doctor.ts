/** `doctor`: checks the set-up and suggests fixes. */
import { access, constants } from 'node:fs/promises'
import {
  askServer,
  type FeatureName,
  featurePlace,
  GlossError,
  isGlossError,
  makePrivateFolder,
  missingFeature,
  textOfBody,
} from '../../core/index.ts'
import { contrastCutoff } from '../../ingest/index.ts'
import { isExperimentalProvider } from '../../models/index.ts'
import { type Config, describeConfig } from '../config/config.ts'
import { unknownSettings } from '../config/unknown-settings.ts'
import { asksForKey } from '../keys/index.ts'
import { listKeys } from '../keys/manage-keys.ts'
import { prepareModel } from '../think/think.ts'
import { EMBEDDER_NAMES, type EmbedderName } from '../wiring/embedders.ts'
import { featureStates } from '../wiring/features.ts'
import type { Gloss } from '../wiring/gloss.ts'
import { windowSentence } from '../wiring/model-windows.ts'
import { findSandbox } from '../wiring/sandbox.ts'
import { openSearch } from '../wiring/web-tools.ts'
import { type SetupFinding, storeFindings } from './store-findings.ts'

// Version that bin/runtime.mjs requires.
const MIN_NODE_MAJOR = 24

export async function diagnose(gloss: Gloss, signal: AbortSignal) {
  const findings = [
    nodeFinding(),
    await workspaceFinding(gloss),
    ...unknownFindings(gloss),
    ...keysFindings(gloss),
    ...(await storeFindings(gloss)),
    ...(await embedderFindings(gloss, signal)),
    await modelFinding(gloss, signal),
    ...(await rankingFindings(gloss)),
    await sandboxFinding(gloss),
    searchFinding(gloss),
    ...featureFindings(),
  ]
  return {
    ok: findings.every(({ state }) => state !== 'problem'),
    findings,
    settings: describeConfig(gloss.config),
  }
}

function nodeFinding(): SetupFinding {
  const isEnough = Number.parseInt(process.versions.node, 10) >= MIN_NODE_MAJOR
  return {
    what: 'Node',
    state: isEnough ? 'ok' : 'problem',
    detail: process.version,
    next: isEnough ? '' : `install Node ${MIN_NODE_MAJOR} or newer`,
  }
}

async function workspaceFinding({ config }: Gloss): Promise<SetupFinding> {
  try {
    makePrivateFolder(config.workspace)
    await access(config.workspace, constants.W_OK)
    return { what: 'workspace', state: 'ok', detail: config.workspace, next: '' }
  } catch (error) {
    const detail = `${config.workspace} is not writable: ${(error as Error).message}`
    return { what: 'workspace', state: 'problem', detail, next: '--workspace DIR, or GLOSS_WORKSPACE=DIR' }
  }
}

function unknownFindings({ config }: Gloss): SetupFinding[] {
  return unknownSettings(config, !asksForKey(config)).map(({ name, meant, leavesOpen, sentence }) => ({
    what: 'setting',
    state: leavesOpen ? 'problem' : 'missing',
    detail: sentence,
    next: meant === null ? `unset ${name}` : `rename ${name} to ${meant}`,
  }))
}

/** Returns findings about keys; empty if the workspace has none. */
function keysFindings({ config: { workspace } }: Gloss): SetupFinding[] {
  try {
    const keys = listKeys(workspace, new Date())
    const over = keys.filter(({ isExpired }) => isExpired).length
    const detail = `${keys.length}, ${over} of them expired`
    return keys.length === 0 ? [] : [{ what: 'keys', state: 'ok', detail, next: '' }]
  } catch (error) {
    if (!isGlossError(error, 'KEY_FILE_REFUSED')) throw error
    return [{ what: 'keys', state: 'problem', detail: error.message, next: error.help }]
  }
}

async function embedderFindings(gloss: Gloss, signal: AbortSignal): Promise<SetupFinding[]> {
  const findings: SetupFinding[] = []
  for (const name of EMBEDDER_NAMES) {
    const what = `embedder ${name}`
    const part = PART_OF_EMBEDDER[name]
    if (part !== null && featurePlace(part) === null) {
      findings.push(missingPart(what, part, name, gloss.config))
      continue
    }
    try {
      const embedder = await gloss.embedder(name)
      await embedder.embed(['A test sentence.'], signal)
      const gate = contrastCutoff(embedder.id).calibrated
        ? 'the gate is calibrated for it'
        : 'the gate is not calibrated for it'
      findings.push({ what, state: 'ok', detail: `${embedder.id}; ${gate}`, next: '' })
    } catch (error) {
      if (!(error instanceof GlossError)) throw error
      const state = name === (gloss.config.embedder ?? 'static') ? 'problem' : 'missing'
      findings.push({ what, state, detail: error.message, next: error.help })
    }
  }
  return findings
}

const PART_OF_EMBEDDER = { static: null, minilm: 'models', openai: 'openai' } as const

function missingPart(what: string, part: FeatureName, name: EmbedderName, config: Config): SetupFinding {
  const detail = missingFeature(part).message
  const state = name === config.embedder ? 'problem' : 'missing'
  return { what, state, detail, next: `gloss fetch ${name === 'minilm' ? name : part}` }
}

/** Returns a finding for each optional part: the table of docs/install.md with what is installed. */
function featureFindings(): SetupFinding[] {
  return featureStates().map(({ name, title, use, place, downloadMb, diskMb }) => {
    const what = `part ${name}`
    const about = `${title}, for ${use.replaceAll('`', '')}`
    if (place !== null) return { what, state: 'ok', detail: `${about}: in ${place}`, next: '' }
    const detail = `${about}: ${downloadMb} MB to download, ${diskMb} MB on disk`
    return { what, state: 'missing', detail, next: `gloss fetch ${name}` }
  })
}

/** Returns findings about ranking models; empty if none is set. */
async function rankingFindings({ ranking }: Gloss): Promise<SetupFinding[]> {
  const what = 'models that help to rank'
  if (ranking.names.length === 0) return []
  try {
    await ranking.open()
    return [{ what, state: 'ok', detail: ranking.names.join('; '), next: '' }]
  } catch (error) {
    if (!(error instanceof GlossError)) throw error
    return [{ what, state: 'problem', detail: error.message, next: error.help }]
  }
}

// A server that is running answers its model list at once; a wrong address should not delay the command.
const MODEL_LIMITS = { maxBytes: 8_000_000, totalMs: 3_000 }
// Long enough for some short answers of a slow machine.
const PROBE_TIMEOUT_MS = 60_000

async function modelFinding(gloss: Gloss, signal: AbortSignal): Promise<SetupFinding> {
  const { config } = gloss
  const what = 'chat model'
  if (config.llmUrl === undefined || config.llmModel === undefined)
    return {
      what,
      state: 'missing',
      detail: 'none set; `gloss think`, `gloss solve`, /v1 and `--summariser llm` need one',
      next: 'GLOSS_LLM_URL and GLOSS_LLM_MODEL',
    }
  const url = `${config.llmUrl.replace(/\/$/, '')}/models`
  try {
    const headers = config.llmKey === undefined ? {} : { authorization: `Bearer ${config.llmKey}` }
    const { status, body } = await askServer(url, { headers, signal, limits: MODEL_LIMITS })
    await textOfBody(body)
    if (status === 200) return await answeringFinding(gloss, `${config.llmModel} at ${config.llmUrl}`, signal)
    return {
      what,
      state: 'problem',
      detail: `${url} answered with status ${status}`,
      next: 'check GLOSS_LLM_URL and GLOSS_LLM_KEY',
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return {
      what,
      state: 'problem',
      detail: `${url} did not answer: ${reason}`,
      next: 'start the server, or correct GLOSS_LLM_URL',
    }
  }
}

/** Returns how well the model can resume a stopped text, which decides how well the corpus can help it. */
async function answeringFinding(gloss: Gloss, detail: string, signal: AbortSignal): Promise<SetupFinding> {
  const what = 'chat model'
  try {
    const tried = AbortSignal.any([signal, AbortSignal.timeout(PROBE_TIMEOUT_MS)])
    const { rung, provider, continuesReasoning } = await prepareModel(gloss, {}, tried)
    const thoughts = continuesReasoning ? ' including its reasoning' : ''
    const window = windowSentence(await gloss.chats.window())
    return {
      what,
      state: 'ok',
      detail: `${detail}; resumes by ${rung}${thoughts} (${provider}${isExperimentalProvider(provider) ? ', experimental' : ''}); ${window}`,
      next: '',
    }
  } catch (error) {
    signal.throwIfAborted()
    const reason = error instanceof Error ? error.message : String(error)
    const next = 'try it: `gloss think "Why is the sky blue?" --monitor off`'
    return {
      what,
      state: 'problem',
      detail: `${detail} lists its models, but did not answer: ${reason}`,
      next,
    }
  }
}

const NEXT_FOR_SANDBOX = 'apt-get install bubblewrap python3, or GLOSS_SANDBOX=pyodide (docs/tools.md)'

async function sandboxFinding({ config }: Gloss): Promise<SetupFinding> {
  const what = 'sandbox for Python'
  const { runner, reasons } = await findSandbox(config, null)
  await runner?.close()
  const skipped = reasons.join(' ')
  if (runner === null) return { what, state: 'missing', detail: skipped, next: NEXT_FOR_SANDBOX }
  const use = config.execute ? 'POST /execute runs code in it' : 'POST /execute is off'
  if (reasons.length === 0) return { what, state: 'ok', detail: `${runner.name}; ${use}`, next: '' }
  const next = 'apt-get install bubblewrap python3, where the system allows user namespaces'
  return { what, state: 'ok', detail: `${runner.name}; ${use}. ${skipped}`, next }
}

function searchFinding({ config }: Gloss): SetupFinding {
  const what = 'web search'
  const engine = openSearch(config)
  if (engine !== null) return { what, state: 'ok', detail: engine.name, next: '' }
  const next = 'GLOSS_SEARCH_URL, GLOSS_BRAVE_KEY or GLOSS_SERP_KEY'
  return { what, state: 'missing', detail: 'no search engine set; `web_search` returns nothing', next }
}
