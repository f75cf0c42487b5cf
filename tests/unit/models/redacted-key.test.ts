/** Keys of model servers do not reach messages, and what is too short for a secret leaves words whole. */
import { expect, it } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import { asFailure } from '../../../models/adapters/openai-failures.ts'

const messageWith = (key: string, said: string) =>
  (
    asFailure(new GlossError('MODEL_REFUSED', said), {
      url: 'http://m/v1',
      model: 'm',
      key,
      partial: null,
    }) as Error
  ).message

it.each([
  ['one letter', 'x', 'The model does not exist'],
  ['a common stand-in', 'none', 'There is nonesuch'],
  ['seven characters', 'no-keys', 'no-keys were given'],
])('a message is whole with a key of %s', (_, key, said) => {
  expect(messageWith(key, said)).toContain(said)
})

it.each(['sk-12345', 'sk-a-much-longer-key'])('the key %s is taken out wherever it stands', (key) => {
  const message = messageWith(key, `Wrong key ${key}; ${key} is unknown`)
  expect(message).toContain('Wrong key (key); (key) is unknown')
  expect(message).not.toContain(key)
})
