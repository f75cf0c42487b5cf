import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Post } from '../../../models/adapters/http-post.ts'
import { openOpenAiStream } from '../../../models/adapters/openai-stream.ts'
import { type ChatEvent, foldAnswer } from '../../../models/index.ts'
import { createManualClock } from '../../fakes/manual-clock.ts'
import { recordingPost, replayingPost } from '../../fakes/recorded-post.ts'
import { type Script, startScriptedServer } from '../../fakes/scripted-llm/server.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'

const KEY = 'sk-very-secret-0123456789'
const asking = (content: string) => ({
  messages: [{ role: 'user' as const, content }],
  temperature: 0,
  maxTokens: 20,
})
const signal = new AbortController().signal

/** Answers while recording; the server is gone afterwards. */
async function recorded(
  folder: string,
  scripts: readonly Script[],
  ask: (post: Post, url: string) => Promise<void>,
) {
  await using server = await startScriptedServer({ answers: (_, n) => scripts[n] ?? {} })
  await ask(recordingPost(folder), server.url)
}

const opened = (post: Post, url = 'http://nowhere/v1') =>
  openOpenAiStream({ url, model: 'tiny', key: KEY, post })

async function events(post: Post, url: string | undefined, content: string): Promise<ChatEvent[]> {
  const found: ChatEvent[] = []
  for await (const event of opened(post, url).stream(asking(content), signal)) found.push(event)
  return found
}

describe('recorded traffic', () => {
  it('answers as the server did, the same question asked twice with both its answers', async () => {
    const folder = temporaryFolder()
    const scripts = [
      { text: 'Yes 🧬.', wire: { cutSeed: 3 } },
      { text: 'No.' },
      { reasoning: 'Hm.', text: 'So.' },
    ]
    const before: ChatEvent[][] = []
    await recorded(folder, scripts, async (post, url) => {
      for (const content of ['a', 'a', 'b']) before.push(await events(post, url, content))
    })
    const replaying = replayingPost(folder)
    const [first, second, third] = before
    expect(await events(replaying, undefined, 'b')).toEqual(third)
    expect(await events(replaying, undefined, 'a')).toEqual(first)
    expect(await events(replaying, undefined, 'a')).toEqual(second)
  })

  it('holds no key, even where the server repeats it', async () => {
    const folder = temporaryFolder()
    const body = JSON.stringify({ error: { message: `Wrong key: ${KEY}` } })
    await recorded(
      folder,
      [{ text: `The key is ${KEY}.` }, { fault: { kind: 'status', status: 401, body } }],
      async (post, url) => {
        await events(post, url, 'a')
        await expect(events(post, url, 'b')).rejects.toThrow('Wrong key')
      },
    )
    const files = readdirSync(folder)
    expect(files).toHaveLength(2)
    for (const file of files) expect(readFileSync(join(folder, file), 'utf8')).not.toContain('secret')
    await expect(events(replayingPost(folder), undefined, 'b')).rejects.toMatchObject({
      code: 'MODEL_REFUSED',
    })
  })

  it('breaks where the network broke', async () => {
    const folder = temporaryFolder()
    await recorded(
      folder,
      [{ text: ['a', 'b'], fault: { kind: 'hang-up', afterFrames: 2 } }],
      async (post, url) => {
        await expect(events(post, url, 'a')).rejects.toMatchObject({ code: 'MODEL_STREAM_BROKEN' })
      },
    )
    await expect(events(replayingPost(folder), undefined, 'a')).rejects.toMatchObject({
      code: 'MODEL_STREAM_BROKEN',
      partial: { text: 'a' },
    })
  })

  it('holds an answer that its reader left as far as it came, and can be left again', async () => {
    const folder = temporaryFolder()
    const leave = async (post: Post, url?: string) => {
      for await (const event of opened(post, url).stream(asking('a'), signal))
        if (event.type === 'text') return event.text
      return null
    }
    await recorded(folder, [{ text: ['a', 'b', 'c'], paceMs: 50 }], async (post, url) => {
      expect(await leave(post, url)).toBe('a')
    })
    expect(readdirSync(folder)).toHaveLength(1)
    expect(await leave(replayingPost(folder))).toBe('a')
    const stop = new AbortController()
    const waiting = foldAnswer(opened(replayingPost(folder)).stream(asking('a'), stop.signal))
    stop.abort(new Error('told to'))
    await expect(waiting).rejects.toThrow('told to')
  })

  it('comes at the pace of the server where that is asked for', async () => {
    const folder = temporaryFolder()
    await recorded(folder, [{ text: 'yes', firstTokenMs: 30 }], async (post, url) => {
      await events(post, url, 'a')
    })
    const clock = createManualClock()
    const replayed = events(replayingPost(folder, { isTimed: true, clock }), undefined, 'a')
    await expect.poll(() => clock.pendingMs().length).toBe(1)
    expect(clock.pendingMs()[0]).toBeGreaterThanOrEqual(25)
    await clock.advance(60_000)
    expect((await replayed).at(-1)).toEqual({ type: 'finish', reason: 'stop' })
  })

  it('says what was not recorded', async () => {
    await expect(events(replayingPost(temporaryFolder()), undefined, 'a')).rejects.toMatchObject({
      code: 'PATH_NOT_FOUND',
    })
  })
})
