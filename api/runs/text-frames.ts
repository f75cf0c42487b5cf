/** Joins the words of models, several of which may write at once, into frames, so that a client gets few events and all of the text. */
import type { Thought } from '../../app/think/index.ts'

type Text = Extract<Thought, { readonly type: 'text' }>

export interface Frame extends Pick<Text, 'channel' | 'by' | 'text'> {
  readonly path: string
}

// Ten frames a second for each path read fluently. Chosen, not measured.
const FRAME_MS = 100

export function createTextFrames(take: (frame: Frame) => void) {
  const waiting = new Map<string, Frame>()
  let timer: NodeJS.Timeout | null = null

  function takeOf(path: string): void {
    const frame = waiting.get(path)
    if (frame === undefined) return
    waiting.delete(path)
    take(frame)
  }

  function flush(path?: string): void {
    for (const one of path === undefined ? [...waiting.keys()] : [path]) takeOf(one)
    if (waiting.size > 0 || timer === null) return
    clearTimeout(timer)
    timer = null
  }

  return {
    /** Sends the rest of one path, or of all. */
    flush,
    add(path: string, { channel, by, text }: Text) {
      const last = waiting.get(path)
      const isSame = last?.channel === channel && last.by === by
      if (last !== undefined && !isSame) takeOf(path)
      waiting.set(path, { path, channel, by, text: isSame ? last.text + text : text })
      timer ??= setTimeout(() => {
        timer = null
        flush()
      }, FRAME_MS)
    },
  }
}
