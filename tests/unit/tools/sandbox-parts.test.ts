import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import type { GuestChannel, GuestMessage } from '../../../tools/sandbox/guest-channel.ts'
import { runInGuest } from '../../../tools/sandbox/guest-run.ts'
import { answerCall } from '../../../tools/sandbox/host-calls.ts'
import { createLineSplitter } from '../../../tools/sandbox/line-splitter.ts'
import { createCappedOutput } from '../../../tools/sandbox/output.ts'

const signal = () => AbortSignal.timeout(5_000)

describe('lines', () => {
  it('are the same however the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.array(fc.nat(7)), (texts, cuts) => {
        const sent = texts.map((text) => text.replaceAll('\n', ' '))
        const bytes = Buffer.from(sent.map((text) => `${text}\n`).join(''))
        const lines = createLineSplitter(1_000)
        const received: string[] = []
        let at = 0
        for (let i = 0; at < bytes.length; i++) {
          const next = at + 1 + (cuts[i % Math.max(1, cuts.length)] ?? 0)
          received.push(...(lines.add(bytes.subarray(at, next)) ?? ['too long']))
          at = next
        }
        expect(received).toEqual(sent)
      }),
    )
  })

  it('that never end are refused at the limit', () => {
    const lines = createLineSplitter(10)
    expect(lines.add(Buffer.from('12345\n1234567890'))).toEqual(['12345'])
    expect(lines.add(Buffer.from('1'))).toBeNull()
  })
})

describe('output', () => {
  it.each([
    { name: 'below the cap stays', texts: ['ab', 'c'], characters: 0, output: 'abc', truncated: false },
    { name: 'at the cap stays', texts: ['abcde'], characters: 5, output: 'abcde', truncated: false },
    {
      name: 'above the cap is cut, with its length',
      texts: ['abc', 'defg'],
      characters: 0,
      output: 'abcde\n[cut: 5 of 7 characters]',
      truncated: true,
    },
    {
      name: 'that was counted but not sent is told, too',
      texts: ['abcde'],
      characters: 900,
      output: 'abcde\n[cut: 5 of 900 characters]',
      truncated: true,
    },
  ])('$name', ({ texts, characters, output, truncated }) => {
    const made = createCappedOutput(5)
    for (const text of texts) made.add(text)
    expect(made.finish(characters)).toEqual({ output, truncated })
  })
})

describe('a call', () => {
  const functions = {
    double: { parameters: ['text'], call: async ([text = '']: readonly string[]) => ({ text: text + text }) },
    nothing: { parameters: [], call: async () => undefined },
    refusing: { parameters: [], call: () => Promise.reject(new GlossError('LINK_REFUSED', 'Not there.')) },
    broken: { parameters: [], call: () => Promise.reject(new TypeError('a bug')) },
    huge: { parameters: [], call: async () => 'x'.repeat(2_000_000) },
  }
  const ask = async (name: string, ...values: string[]) =>
    JSON.parse(await answerCall({ name, arguments: values }, functions, signal()))

  it.each([
    { name: 'double', values: ['ab'], answer: { value: { text: 'abab' } } },
    { name: 'nothing', values: [], answer: { value: null } },
    { name: 'refusing', values: [], answer: { error: 'Not there.' } },
    { name: 'huge', values: [], answer: { error: 'huge gave more than 1000000 characters' } },
    { name: 'double', values: [], answer: { error: 'There is no function double of 0 arguments' } },
    { name: 'unknown', values: [], answer: { error: 'There is no function unknown of 0 arguments' } },
    { name: 'constructor', values: [], answer: { error: 'There is no function constructor of 0 arguments' } },
    { name: '__proto__', values: [], answer: { error: 'There is no function __proto__ of 0 arguments' } },
  ])('of $name with $values', async ({ name, values, answer }) => {
    expect(await ask(name, ...values)).toEqual(answer)
  })

  it('of a function with a bug is no answer', async () => {
    await expect(ask('broken')).rejects.toThrow(TypeError)
  })
})

describe('a block of code', () => {
  /** An interpreter that answers each line it is sent with the next message. */
  function guestThatSends(messages: Iterable<GuestMessage>): GuestChannel {
    const ended = Promise.withResolvers<string>()
    const next = messages[Symbol.iterator]()
    let hear: (message: GuestMessage) => void = () => undefined
    return {
      ready: async () => undefined,
      ended: ended.promise,
      isAlive: () => true,
      listen(onMessage) {
        hear = onMessage
      },
      send() {
        const { value } = next.next()
        if (value !== undefined) queueMicrotask(() => hear(value))
      },
      kill: (reason) => ended.resolve(reason),
    }
  }
  const asking = (times: number): GuestMessage[] => [
    ...Array.from({ length: times }, (): GuestMessage => ({ kind: 'call', name: 'ask', arguments: [] })),
    { kind: 'end', error: null, characters: 0 },
  ]
  let answered = 0
  const functions = { ask: { parameters: [], call: async () => ++answered } }
  const run = (times: number) => {
    answered = 0
    return runInGuest(guestThatSends(asking(times)), 'code', { signal: signal(), functions })
  }

  it('may call functions of the host a thousand times', async () => {
    expect(await run(1_000)).toMatchObject({ error: null })
    expect(answered).toBe(1_000)
  })

  it('is stopped at the call after that, which is not answered', async () => {
    expect(await run(1_001)).toMatchObject({ error: 'The code was stopped: more than 1000 calls.' })
    expect(answered).toBe(1_000)
  })
})
