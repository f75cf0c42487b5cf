/** What a run was worked on with: an answer is a figure of these versions, models, prompts and this state of the corpus, and of no others. */
import { isDeepStrictEqual } from 'node:util'
import { withoutCredentials } from '../core/index.ts'
import type { ContinuationAbility, ContinuationMethod } from '../models/index.ts'
import { type PromptIdentity, partsOf, promptsOf, type WatchParts } from '../monitor/index.ts'
import type { RunPorts } from './ports.ts'

export interface ModelOfRole {
  readonly role: string
  readonly model: string
  /** Address, without credentials. */
  readonly server: string
  /** How it was made to resume a stopped text; null where it never had to. */
  readonly continuation: ContinuationMethod | null
}

/** What is known before anything is asked; plain data. */
export interface RunEnvironment {
  readonly gloss: {
    readonly version: string
    /** With `-dirty` where files differ from it; null outside of a repository. */
    readonly commit: string | null
  }
  readonly node: string
  /** `seq`: raised by every change of the corpus. */
  readonly corpus: { readonly name: string; readonly seq: number }
  readonly embedder: string
  /** Models of the roles that the run may ask. */
  readonly models: readonly ModelOfRole[]
  /** With which the backend asks its model. */
  readonly prompts: readonly PromptIdentity[]
}

export interface RunConditions extends Omit<RunEnvironment, 'corpus'> {
  /** When a process began to work on the run with these. */
  readonly since: string
  readonly corpus: {
    readonly name: string
    readonly seqAtStart: number
    /** Null while it is worked on, after a kill, and where the corpus could no longer be read. */
    readonly seqAtEnd: number | null
  }
  /** Null where no stream was watched. */
  readonly watch: WatchParts | null
  /** That were used, by name. */
  readonly prompts: readonly PromptIdentity[]
}

/** What a run has opened and used so far. */
export type RunUse = Pick<RunConditions, 'models' | 'watch' | 'prompts'>

const NOTHING_USED: RunUse = { models: [], watch: null, prompts: [] }

export function conditionsAt(
  { corpus: { name, seq }, ...environment }: RunEnvironment,
  since: string,
): RunConditions {
  const corpus = { name, seqAtStart: seq, seqAtEnd: null }
  return { ...NOTHING_USED, ...environment, since, corpus }
}

/** When the work has ended: what was asked takes the place of what might have been. */
export function endedConditions(begun: RunConditions, use: RunUse, seqAtEnd: number | null): RunConditions {
  const models = use.models.length === 0 ? begun.models : use.models
  const prompts = joined(begun.prompts, use.prompts, ({ name }) => name)
  return { ...begun, ...use, models, prompts, corpus: { ...begun.corpus, seqAtEnd } }
}

/** A run that is resumed with what it was begun with has one entry; with anything else, one more. */
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

/** What both name is the same in both. */
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
  /** The same ports; what is opened through them is noted. */
  noting(ports: RunPorts): RunPorts
  addPrompts(prompts: readonly PromptIdentity[]): void
  addAbility(role: string, ability: ContinuationAbility): void
  /** The same for roles that ask one model of one server. */
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
