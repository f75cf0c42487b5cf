import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import type { LoopSettings } from '../../../monitor/index.ts'
import { continuingChat } from '../../fakes/continuing-chat.ts'
import { eventsOfKind, fakeInquiry, runLoop, YES } from '../../fakes/fake-thinking.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz '
const plain = (length: number) => LETTERS.repeat(Math.ceil(length / LETTERS.length)).slice(0, length)

/** Returns the memory in use after garbage collection. */
function heldMb(): number {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** As published, the end of a stream is no look. */
const PUBLISHED = { hasLastLook: false }

async function offsets(
  text: string,
  pieceCharacters: number,
  settings: Partial<LoopSettings> = PUBLISHED,
): Promise<{ offset: number; window: string }[]> {
  const inquiry = fakeInquiry([])
  await runLoop(
    continuingChat(() => text, { pieceCharacters }),
    { inquiry, settings },
  )
  return inquiry.looks.map(({ offset, window }) => ({ offset, window }))
}

describe('when a look falls due', () => {
  test('one character a delta: at 512, 896, 1280, 1664', async () => {
    const looks = await offsets(plain(1_700), 1)
    expect(looks.map(({ offset }) => offset)).toEqual([512, 896, 1_280, 1_664])
  })

  test('511 characters have none where the end of a stream is no look, as published', async () => {
    expect(await offsets(plain(511), 1)).toEqual([])
    expect(await offsets(plain(895), 1)).toHaveLength(1)
  })

  test.each([7, 300, 5_000])(
    'deltas of %i characters give the looks and windows of deltas of one',
    async (n) => {
      const text = plain(5_200)
      expect(await offsets(text, n)).toEqual(await offsets(text, 1))
    },
  )

  test('the window is what came last in this stream call, 512 characters of it', async () => {
    const text = plain(1_000)
    const looks = await offsets(text, 10)
    expect(looks.map(({ window }) => window)).toEqual([text.slice(0, 512), text.slice(384, 896)])
  })

  test('a window begins with nothing of the prefix', async () => {
    const inquiry = fakeInquiry([])
    const prefix = { reasoning: '', text: 'Okay, I will think about it.' }
    await runLoop(
      continuingChat(() => plain(600)),
      { inquiry, prefix },
    )
    expect(inquiry.looks[0]?.window).toBe(plain(512))
  })

  test.each([1_000, 400_000])(
    'the trace of a long answer, in deltas of %i, keeps its windows and not the answer behind each',
    async (pieceCharacters) => {
      const before = heldMb()
      const chat = continuingChat(() => plain(400_000), { pieceCharacters })
      const turn = await runLoop(chat, { inquiry: fakeInquiry([]), settings: PUBLISHED })
      expect(eventsOfKind(turn, 'look')).toHaveLength(1_041)
      // .5 MB of windows and a few copies of the text; a copy of the text at each look would be 200 MB.
      expect(heldMb() - before).toBeLessThan(30)
    },
  )

  test('no look falls between the halves of a character', async () => {
    const text = `${plain(511)}🧬${plain(900)}`
    const windows = (await offsets(text, 1_000)).map(({ window }) => window)
    expect(windows).toHaveLength(3)
    expect(windows[0]!.endsWith('🧬')).toBe(true)
  })
})

describe('looks and code', () => {
  const run = (text: string, pieceCharacters = 5) => {
    const inquiry = fakeInquiry([])
    return runLoop(
      continuingChat(() => text, { pieceCharacters }),
      { inquiry, settings: PUBLISHED },
    ).then((ran) => ({ ran, offsets: inquiry.looks.map(({ offset }) => offset) }))
  }

  test.each(['<code>', '<code lang="py">'])(
    'inside an open %s no look is taken, nor made up for',
    async (tag) => {
      const text = `${plain(450)}${tag}${plain(200)}</code>${plain(600)}`
      const { ran, offsets } = await run(text)
      expect(eventsOfKind(ran, 'skip').map(({ reason, at }) => [reason, at.offset])).toEqual([
        ['open_code', 512],
      ])
      expect(offsets).toEqual([896])
    },
  )

  test('nothing is put into a block that the piece opens which it could have been put into', async () => {
    const text = `${'A sentence of its own. '.repeat(23)}<code>\nx = 1\ny = 2</code> It is so. And more.`
    const ran = await runLoop(
      continuingChat(() => text, { pieceCharacters: text.length }),
      { inquiry: fakeInquiry([YES]) },
    )
    expect(ran.text).toMatch(/<\/code> It is so\. \[u1\]/)
  })

  test('a bare <code> in prose does not silence the monitor for ever', async () => {
    const { offsets } = await run(`I could write <code> here. ${plain(9_500)}`, 50)
    expect(offsets.length).toBeGreaterThan(1)
    expect(offsets[0]).toBeGreaterThan(8_192)
  })

  /** Streams the text in pieces and returns the code that was run. */
  const codeIn = async (text: string, pieceCharacters = 3) => {
    const chat = continuingChat((_, call) => (call === 0 ? text : ' So it is.'), { pieceCharacters })
    const ran = await runLoop(chat, { execute: async () => '1' })
    const [code] = eventsOfKind(ran, 'code')
    return code === undefined ? null : { code: code.code, upTo: ran.text.split('<execution_results>')[0] }
  }

  test.each([
    { name: 'one block', text: 'say <code>print(1)</code>', code: 'print(1)' },
    { name: 'an opening tag before it', text: 'say <code> then <code>1</code>', code: '1' },
    { name: 'attributes', text: '<code lang="py">y</code>', code: 'y' },
    { name: 'smaller signs inside', text: '<code>a < b <c d</code>', code: 'a < b <c d' },
    { name: 'a fenced block', text: '```python\nprint(1)\n```', code: null },
    { name: 'a closing tag alone', text: 'no </code> here', code: null },
    { name: 'another word', text: '<codec>1</code>', code: null },
  ])('the first closed block is run, however the stream is cut: $name', async ({ text, code }) => {
    for (const characters of [1, 3, 100])
      expect(await codeIn(`${text} and more`, characters)).toEqual(
        code === null ? null : { code, upTo: text },
      )
  })
})

/** Tests where an injection is placed that is ready when `text` arrives. */
describe('the place of an injection', () => {
  const BEFORE = 'And so it is on '
  const keptOf = async (text: string) => {
    const chat = continuingChat((_, call) => (call === 0 ? BEFORE + text : ' So it is.'), {
      pieceCharacters: 500,
    })
    const settings = { windowCharacters: BEFORE.length, strideCharacters: 500, hold: 'look' as const }
    const ran = await runLoop(chat, { inquiry: fakeInquiry([YES]), settings })
    const [event] = eventsOfKind(ran, 'injection')
    return event === undefined ? null : ran.text.slice(BEFORE.length, event.span[0])
  }

  test.each([
    { name: 'a sentence', text: 'two. Three come', kept: 'two.' },
    { name: 'no abbreviation', text: 'e.g. two. Three come', kept: 'e.g. two.' },
    { name: 'no number', text: 'about 0.7 of it. Three', kept: 'about 0.7 of it.' },
    { name: 'a quotation', text: 'he said “so.” Then', kept: 'he said “so.”' },
    { name: 'a line', text: 'a list\nof two', kept: 'a list' },
    { name: 'a line before a sentence', text: 'one\ntwo there. Now', kept: 'one' },
    { name: 'no row of a table', text: 'rows:\n| a |\n| b |\nSo it is. And', kept: 'rows:' },
    { name: 'no line within a formula', text: '\\[ a\nb \\] and on. Then', kept: '\\[ a\nb \\] and on.' },
    { name: 'no sentence of a fenced block', text: '```x. Y\n``` so. Then', kept: '```x. Y\n``` so.' },
    { name: 'the last word where no sentence was certainly over', text: 'it holds.', kept: 'it holds.' },
  ])('is behind $name', async ({ text, kept }) => {
    expect(await keptOf(text)).toBe(kept)
  })
})
