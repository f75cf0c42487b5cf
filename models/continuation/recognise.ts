/** Which row of the table a server belongs to: by its address, else by what it answers to cheap questions. */
import { isRecord } from '../../core/index.ts'
import type { ServerInquiry } from './ports.ts'
import { PROVIDERS, type Provider, providerOfHost, UNKNOWN_PROVIDER } from './provider-table.ts'

export async function recognised(
  server: string,
  inquiry: ServerInquiry | undefined,
  signal: AbortSignal,
): Promise<Provider> {
  const host = providerOfHost(server)
  if (host !== null || inquiry === undefined) return host ?? UNKNOWN_PROVIDER
  for (const provider of PROVIDERS) {
    if (provider.sign === undefined) continue
    if (isSigned(await inquiry.ask(provider.sign.path, null, signal), provider.sign)) return provider
  }
  return UNKNOWN_PROVIDER
}

function isSigned(answer: unknown, { keys = [], words }: NonNullable<Provider['sign']>): boolean {
  if (words !== undefined) return typeof answer === 'string' && answer.includes(words)
  return isRecord(answer) && keys.every((key) => key in answer)
}
