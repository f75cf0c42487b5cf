import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CodeBlock, NO_CODE, scanCode } from '../../../monitor/code-blocks.ts'
import { scheduleLooks } from '../../../monitor/window-schedule.ts'
import { continuingChat, pieces } from '../../../scripts/lib/continuing-chat.ts'
import { eventsOfKind, fakeInquiry, runLoop, YES } from '../../../scripts/lib/fake-thinking.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz '
const plain = (length: number) => LETTERS.repeat(Math.ceil(length / LETTERS.length)).slice(0, length)

/** What is in use after a collection of garbage. */
function heldMb(): number {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  collectGarbage()
  return process.memoryUsage().heapUsed / 2 ** 20
}

async function offsets(text: string, pieceCharacters: number): Promise<{ offset: number; window: string }[]> {
  const inquiry = fakeInquiry([])
  await runLoop(
    continuingChat(() => text, { pieceCharacters }),
    { inquiry },
  )
  return inquiry.looks.map(({ offset, window }) => ({ offset, window }))
}

describe('when a look falls due', () => {
  test('one character a delta: at 512, 896, 1280, 1664', async () => {
    const looks = await offsets(plain(1_700), 1)
    expect(looks.map(({ offset }) => offset)).toEqual([512, 896, 1_280, 1_664])
  })

  test('511 characters have none, and the end of a stream is no look', async () => {
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
    expect(inquiry.looks.map(({ window }) => window)).toEqual([plain(512)])
  })

  test.each([1_000, 400_000])(
    'the trace of a long answer, in deltas of %i, keeps its windows and not the answer behind each',
    async (pieceCharacters) => {
      const before = heldMb()
      const chat = continuingChat(() => plain(400_000), { pieceCharacters })
      const turn = await runLoop(chat, { inquiry: fakeInquiry([]) })
      expect(eventsOfKind(turn, 'look')).toHaveLength(1_041)
      // .5 MB of windows, and the text a few times; the text as it was at each look would be 200 MB.
      expect(heldMb() - before).toBeLessThan(30)
    },
  )

  test('pieces join to the text, and no piece ends between the halves of a character', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 40 })), (deltas) => {
        let until = 11
        const cut = deltas.flatMap((delta) => {
          const { pieces: found, untilLook } = scheduleLooks(delta, until, 7)
          until = untilLook
          return found
        })
        expect(cut.map(({ text }) => text).join('')).toBe(deltas.join(''))
        for (const { text } of cut) expect(text.isWellFormed()).toBe(true)
      }),
    )
  })
})

/** `end` is counted from the start of all texts. */
function firstBlock(texts: readonly string[]): { readonly block: CodeBlock; readonly end: number } | null {
  let scan = NO_CODE
  let length = 0
  for (const text of texts) {
    const scanned = scanCode(scan, text)
    if (scanned.block !== null) return { block: scanned.block, end: length + scanned.block.end }
    scan = scanned.scan
    length += text.length
  }
  return null
}

describe('looks and code', () => {
  const run = (text: string, pieceCharacters = 5) => {
    const inquiry = fakeInquiry([])
    return runLoop(
      continuingChat(() => text, { pieceCharacters }),
      { inquiry },
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

  test.each([
    { name: 'one piece', pieces: ['say <code>print(1)</code> and'], closed: { code: 'print(1)', end: 25 } },
    {
      name: 'an opening tag before it',
      pieces: ['say <code> then <code>1</code>'],
      closed: { code: '1', end: 30 },
    },
    {
      name: 'tags cut apart',
      pieces: ['a <co', 'de>x', ' = 1</', 'code> b'],
      closed: { code: 'x = 1', end: 5 },
    },
    { name: 'attributes', pieces: ['<code lang="py">', 'y</code>'], closed: { code: 'y', end: 8 } },
    { name: 'an empty block', pieces: ['<code></code>'], closed: { code: '', end: 13 } },
    {
      name: 'smaller signs inside',
      pieces: ['<code>a <', ' b <c', ' d</code>'],
      closed: { code: 'a < b <c d', end: 9 },
    },
    { name: 'a fenced block', pieces: ['```python\nprint(1)\n```'], closed: null },
    { name: 'a closing tag alone', pieces: ['no </code> here'], closed: null },
    { name: 'another word', pieces: ['<codec>1</code>'], closed: null },
  ])('the first closed block is found: $name', ({ pieces: texts, closed }) => {
    expect(firstBlock(texts)?.block ?? null).toEqual(closed)
  })

  test('a block is the same however the stream is cut', () => {
    const text = 'Let me see <code> no, <code lang="py">\nfor i in range(3):\n  print(i < 2)\n</code> tail'
    for (let characters = 1; characters < text.length; characters++) {
      const texts = [...pieces('text', text, characters)].flatMap((event) =>
        event.type === 'text' ? [event.text] : [],
      )
      const found = firstBlock(texts)
      expect(found?.block.code).toBe('\nfor i in range(3):\n  print(i < 2)\n')
      expect(found?.end).toBe(text.length - ' tail'.length)
    }
  })
})
