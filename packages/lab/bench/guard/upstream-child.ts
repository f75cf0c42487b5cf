/** Model server behind the proxy: answers every request with the given number of words. Prints its address; ends when stdin closes. */
import { once } from 'node:events'
import { startScriptedServer } from '../../../../tests/fakes/scripted-llm/server.ts'

// The text contains no doubt: the monitor looks, but never triggers.
const WORDS = 'The gene is studied in many places, and what was found there is compared with care.'.split(' ')

const text = Array.from({ length: Number(process.argv[2]) }, (_, at) => `${WORDS[at % WORDS.length]} `)
await using server = await startScriptedServer({ answers: () => ({ text }) })
console.log(server.url)
process.stdin.resume()
await once(process.stdin, 'end')
