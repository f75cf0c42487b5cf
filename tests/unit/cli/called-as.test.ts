import { expect, it } from 'vitest'
import { calledAs, withTypedCommands } from '../../../cli/called-as.ts'

it.for([
  { name: 'by npx or npm start', env: { npm_command: 'exec' }, called: 'npx gloss' },
  { name: 'by its name', env: {}, called: 'gloss' },
])('a command that was called $name is written so', ({ env, called }) => {
  expect(calledAs(env)).toBe(called)
})

it.for([
  ['Ask a question: gloss retrieve "q"', 'Ask a question: npx gloss retrieve "q"'],
  [
    'See why: gloss gate. Keep one: `gloss gate --keep ID`',
    'See why: npx gloss gate. Keep one: `npx gloss gate --keep ID`',
  ],
  ['gloss: the corpus is busy', 'gloss: the corpus is busy'],
  ['a gloss on the text, and gloss ask in a paper', 'a gloss on the text, and gloss ask in a paper'],
])('"%s" becomes "%s" for who calls it by npx', ([text, typed]) => {
  expect(withTypedCommands(text!, 'npx gloss')).toBe(typed)
  expect(withTypedCommands(text!, 'gloss')).toBe(text)
})
