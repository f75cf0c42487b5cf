/** Records the conditions of a run: versions, models, prompts and the state of the corpus, since an answer depends on all of them. */
import { isDeepStrictEqual } from 'node:util'
import { withoutCredentials } from '../core/index.ts'
import type { ContinuationAbility, ContinuationMethod } from '../models/index.ts'
import { type PromptIdentity, partsOf, promptsOf, type WatchParts } from '../monitor/index.ts'
import type { RunPorts } from './ports.ts'

export interface ModelOfRole {
  readonly role: string
  readonly model: string
  /** Address of the server, without credentials. */
  readonly server: string
  /** Method by which it resumed a stopped text; null if it never did. */
  readonly continuation: ContinuationMethod | null
}

/** Conditions known before the first request; plain data. */
export interface RunEnvironment {
  readonly gloss: {
    readonly version: string
    /** Commit, with `-dirty` if files differ from it; null outside a repository. */
    readonly commit: string | null
  }
  readonly node: string
  /** `seq`: raised by every change of the corpus. */
  readonly corpus: { readonly name: string; readonly seq: number }
  readonly embedder: string
  /** Models of the roles that the run may ask. */
  readonly models: readonly ModelOfRole[]
  /** Prompts that the backend uses for its model. */
  readonly prompts: readonly PromptIdentity[]
}

export interface RunConditions extends Omit<RunEnvironment, 'corpus'> {
  /** Time when a process began to work on the run with these conditions. */
  readonly since: string
  readonly corpus: {
    readonly name: string
    readonly seqAtStart: number
    /** Null while the run is in progress, after a kill, and if the corpus could no longer be read. */
    readonly seqAtEnd: number | null
  }
  /** Null if no stream was monitored. */
  readonly watch: WatchParts | null
  /** Prompts used, sorted by name. */
  readonly prompts: readonly PromptIdentity[]
}

/** Models, monitor and prompts that a run has used so far. */
export type RunUse = Pick<RunConditions, 'models' | 'watch' | 'prompts'>

const NOTHING_USED: RunUse = { models: [], watch: null, prompts: [] }

export function conditionsAt(
  { corpus: { name, seq }, ...environment }: RunEnvironment,
  since: string,
): RunConditions {
  const corpus = { name, seqAtStart: seq, seqAtEnd: null }
  return { ...NOTHING_USED, ...environment, since, corpus }
}

/** Returns the conditions at the end: models that were used replace those that might have been. */
export function endedConditions(begun: RunConditions, use: RunUse, seqAtEnd: number | null): RunConditions {
  const models = use.models.length === 0 ? begun.models : use.models
  const prompts = joined(begun.prompts, use.prompts, ({ name }) => name)
  return { ...begun, ...use, models, prompts, corpus: { ...begun.corpus, seqAtEnd } }
}

/** Returns the conditions of a resumed run: with one more entry if they changed. */
export function continuedConditions(
  before: readonly RunConditions[],
  now: RunConditions,
): readonly RunConditions[] {
  const last = before.at(-1)
  if (last === undefined || !isContinued(last, now)) return [...before, now]
  const merged: RunConditions = {
    ...now,
    since: last.since,
    corpus: { ...now.corpus, seqAtStart: last.corpus.seqAtStart },
    models: joined(last.models, now.models, ({ role }) => role),
    watch: now.watch ?? last.watch,
    prompts: joined(last.prompts, now.prompts, ({ name }) => name),
  }
  return [...before.slice(0, -1), merged]
}

function isContinued(last: RunConditions, now: RunConditions): boolean {
  const fixed = ({ gloss, node, embedder, corpus }: RunConditions) => [gloss, node, embedder, corpus.name]
  return (
    isDeepStrictEqual(fixed(last), fixed(now)) &&
    (last.corpus.seqAtEnd ?? last.corpus.seqAtStart) === now.corpus.seqAtStart &&
    agree(
      last.models,
      now.models,
      ({ role }) => role,
      ({ model, server }) => [model, server],
    ) &&
    agree(
      last.prompts,
      now.prompts,
      ({ name }) => name,
      ({ hash }) => hash,
    ) &&
    (last.watch === null || now.watch === null || isDeepStrictEqual(last.watch, now.watch))
  )
}

/** Returns whether items with the same name are equal in both lists. */
function agree<Item>(
  one: readonly Item[],
  other: readonly Item[],
  nameOf: (item: Item) => string,
  partOf: (item: Item) => unknown,
): boolean {
  const values = new Map(one.map((item) => [nameOf(item), partOf(item)]))
  return other.every((item) => {
    const name = nameOf(item)
    return !values.has(name) || isDeepStrictEqual(values.get(name), partOf(item))
  })
}

function joined<Item>(
  one: readonly Item[],
  other: readonly Item[],
  nameOf: (item: Item) => string,
): readonly Item[] {
  const items = new Map([...one, ...other].map((item) => [nameOf(item), item]))
  return [...items.values()].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

export interface UseRecorder {
  /** Returns the same ports, and records what is opened through them. */
  noting(ports: RunPorts): RunPorts
  addPrompts(prompts: readonly PromptIdentity[]): void
  addAbility(role: string, ability: ContinuationAbility): void
  /** Returns the same text for roles that use the same model on the same server. */
  modelOf(role: string): string
  used(): RunUse
}

export function createUseRecorder(): UseRecorder {
  const models = new Map<string, ModelOfRole>()
  const prompts = new Map<string, PromptIdentity>()
  let watch: WatchParts | null = null

  function opened<Chat extends { readonly id: string; readonly server: string }>(role: string, chat: Chat) {
    const { continuation = null } = models.get(role) ?? {}
    models.set(role, { role, model: chat.id, server: withoutCredentials(chat.server), continuation })
    return chat
  }

  function addPrompts(added: readonly PromptIdentity[]): void {
    for (const { name, hash } of added) prompts.set(name, { name, hash })
  }

  return {
    noting: (ports) => ({
      ...ports,
      chat: (role, ledger, path) => opened(role, ports.chat(role, ledger, path)),
      helper: (role, ledger, path) => opened(role, ports.helper(role, ledger, path)),
      inquiry(parts, monitoring) {
        const assist = ports.inquiry(parts, monitoring)
        watch = partsOf(assist)
        addPrompts(promptsOf(assist))
        return assist
      },
    }),
    addPrompts,
    addAbility(role, { rung }) {
      const known = models.get(role)
      if (known !== undefined) models.set(role, { ...known, continuation: rung })
    },
    modelOf(role) {
      const { server, model } = models.get(role) ?? {}
      return `${server} ${model}`
    },
    used: () => ({ models: byName(models), watch, prompts: byName(prompts) }),
  }
}

function byName<Item>(items: ReadonlyMap<string, Item>): Item[] {
  return [...items].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item)
}
