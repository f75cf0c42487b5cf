import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createPrompt, filledPrompt, partlyFilledPrompt, readPrompt } from '../../../core/index.ts'

function promptFile(text: string): URL {
  const folder = mkdtempSync(join(tmpdir(), 'gloss-prompt-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'ask.txt')
  writeFileSync(path, text)
  return pathToFileURL(path)
}

describe('a prompt file', () => {
  it('that lacks a slot fails when it is read: by name, with its path and what to do', () => {
    const file = promptFile('Look at {text}.')
    expect(() => readPrompt('ASK', file, ['text', 'query'])).toThrow(
      expect.objectContaining({
        code: 'PROMPT_INVALID',
        message: expect.stringMatching(
          /^Prompt ASK \(\/.*ask\.txt\): it lacks \{query\}, which is filled in when it is used; put it back\.$/,
        ),
      }),
    )
  })

  it('with a slot that nothing fills fails, also one named like a thing that every object has', () => {
    const file = promptFile('{text} {constructor}')
    expect(() => readPrompt('ASK', file, ['text'])).toThrow(
      /it has \{constructor\}, which nothing fills in; take it out/,
    )
  })

  it('that lacks one slot and has another fails for both', () => {
    const file = promptFile('{text} {other}')
    expect(() => readPrompt('ASK', file, ['text', 'query'])).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/it lacks \{query\}, .*; it has \{other\}, /),
        facts: { prompt: 'ASK', missing: 'query', unknown: 'other' },
      }),
    )
  })

  it('is read where its slots are those that are filled, however often each stands in it', () => {
    const file = promptFile('{text} and {text}: {"json": 1} {two words}')
    expect(readPrompt('ASK', file, ['text']).text).toContain('{two words}')
  })
})

describe('filling a prompt', () => {
  const prompt = createPrompt('ASK', '{one} {two}')

  it('fails by name where a value has no slot or a slot no value', () => {
    expect(() => filledPrompt(prompt, { one: '1' })).toThrow(/^Prompt ASK: it has \{two\}/)
    expect(() => filledPrompt(prompt, { one: '1', two: '2', three: '3' })).toThrow(
      /^Prompt ASK: it lacks \{three\}/,
    )
    expect(filledPrompt(prompt, { one: '{two}', two: '$&' })).toBe('{two} $&')
  })

  it('in part leaves the other slots, and fails where a part has none', () => {
    expect(partlyFilledPrompt(prompt, { two: '2' })).toBe('{one} 2')
    expect(() => partlyFilledPrompt(prompt, { help: 'h' })).toThrow(/it lacks \{help\}/)
  })
})
