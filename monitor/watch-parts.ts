/** Names of the parts that watch a stream: monitor and helpers, with their models and prompts. */
import type { AssistPorts } from './assist.ts'
import type { PromptIdentity } from './ports.ts'

/** Names of the parts; a model's has the hash of its prompt in it. Null: the watch has no such part. */
export interface WatchParts {
  readonly monitor: string
  readonly querier: string | null
  readonly sifter: string | null
  readonly injector: string | null
}

type NamedPorts = Pick<AssistPorts, 'monitor' | 'querier' | 'sifter' | 'injector'>

export function partsOf({ monitor, querier, sifter, injector }: NamedPorts): WatchParts {
  return {
    monitor: monitor.name,
    querier: querier?.name ?? null,
    sifter: sifter?.name ?? null,
    injector: injector?.name ?? null,
  }
}

export function promptsOf({ monitor, querier, sifter, injector }: NamedPorts): PromptIdentity[] {
  return [monitor, querier, sifter, injector].flatMap((part) => part?.prompt ?? [])
}
