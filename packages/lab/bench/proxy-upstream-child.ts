/**
 * The model server of the guard, a process of its own: says the same words to everybody, each after a pause. usage:
 * node packages/lab/bench/proxy-upstream-child.ts TOKENS PACE_MS; prints its address, ends with its standard input.
 */
import { once } from 'node:events'
import { startScriptedServer } from '../../../tests/fakes/scripted-llm/server.ts'

// Nothing in it is in doubt: the monitor looks, and has nothing to say.
const WORDS = 'The gene is studied in many places, and what was found there is compared with care.'.split(' ')

const [tokens, paceMs] = process.argv.slice(2).map(Number)
const text = Array.from({ length: tokens ?? 0 }, (_, at) => `${WORDS[at % WORDS.length]} `)
await using server = await startScriptedServer({ answers: () => ({ text, paceMs: paceMs ?? 0 }) })
console.log(server.url)
process.stdin.resume()
await once(process.stdin, 'end')
