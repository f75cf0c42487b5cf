import { describe, expect, it } from 'vitest'
import { createPrompt, filledPrompt, partlyFilledPrompt } from '../../../core/index.ts'

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
