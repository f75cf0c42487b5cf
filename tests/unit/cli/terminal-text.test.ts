import { describe, expect, it } from 'vitest'
import { createOutput, shownPath } from '../../../cli/index.ts'
import { lineOf } from '../../../cli/progress.ts'

const ESCAPE = '\x1b'
/** Control sequences in several spellings: window title, cleared screen, bell, C1, overwritten line, reversed direction of text. */
const ATTACKS = {
  title: `${ESCAPE}]0;owned\x07`,
  clear: `${ESCAPE}[2J`,
  'eight-bit clear': '\u009b2J',
  'eight-bit title': '\u009d0;owned\u009c',
  overwrite: 'kept\rfailed',
  backspaces: 'a\b\b\bb',
  delete: 'a\x7fb',
  'right to left': 'paper\u202efdp.exe',
  isolate: '\u2066a\u2069',
  null: 'a\0b',
}
const OBEYED = /(?!\n)[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u

function printed(isJson: boolean) {
  const pieces: string[] = []
  const stream = { write: (text: string) => Boolean(pieces.push(text)) } as unknown as NodeJS.WritableStream
  return { output: createOutput(isJson, stream, stream), text: () => pieces.join('') }
}

describe.each(Object.entries(ATTACKS))('a text with %s', (_, attack) => {
  it('obeys nobody as a line, a note or a piece', () => {
    const { output, text } = printed(false)
    output.line(attack)
    output.note(attack)
    output.write(attack)
    expect(text()).not.toMatch(OBEYED)
  })

  it('is whole for programs, and no terminal obeys it', () => {
    const { output, text } = printed(true)
    output.object({ title: attack })
    expect(text()).not.toMatch(OBEYED)
    expect(JSON.parse(text())).toEqual({ title: attack })
  })
})

it('keeps the underlining and the colours that are ours, tabs, line breaks and every letter', () => {
  const text = `${ESCAPE}[4mbest${ESCAPE}[24m ${ESCAPE}[36mput in${ESCAPE}[39m\tnaïve Ψ שלום\nnext`
  const { output, text: all } = printed(false)
  output.line(text)
  expect(all()).toBe(`${text}\n`)
})

it('a file or a title with a line break is no second line of an ingest', () => {
  const event = {
    ...{
      type: 'paper-ended' as const,
      paper: 'a',
      state: 'kept' as const,
      units: 1,
      pages: 1,
      unchanged: false,
    },
    path: '/papers/a.pdf\nfailed: b.pdf',
    title: 'A title\nKept 9 of 9 papers',
    detail: '',
  }
  expect(lineOf(event).split('\n')).toHaveLength(1)
  expect(shownPath('/papers/a\nb.pdf').split('\n')).toHaveLength(1)
})
