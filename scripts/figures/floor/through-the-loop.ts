/** A query as the loop asks it: a model writes a window, the monitor says yes, and what goes into the stream is read from the trace. */
import type { Evidence, Floor } from '../../../monitor/index.ts'
import { continuingChat } from '../../lib/continuing-chat.ts'
import { eventsOfKind, fakeInquiry, runLoop, YES } from '../../lib/fake-thinking.ts'

// Longer than a window, and a sentence behind it to inject after.
const WRITTEN = 'The estimate rests on the number of segregating sites. '.repeat(20)
const ENDING = ' So it is done.'

/** Ids of the units that were injected; empty where nothing was. */
export async function injectedUnits(
  text: string,
  evidence: readonly Evidence[],
  floor: Floor,
): Promise<ReadonlySet<string>> {
  const chat = continuingChat((_, call) => (call === 0 ? WRITTEN : ENDING))
  const inquiry = fakeInquiry([YES], {
    querier: { name: 'as given', queries: async () => ({ queries: [text] }) },
    find: async () => evidence,
    injector: null,
  })
  const ran = await runLoop(chat, { inquiry, settings: { floor } })
  return new Set(eventsOfKind(ran, 'injection').flatMap(({ units }) => units.map(({ unit }) => unit)))
}
