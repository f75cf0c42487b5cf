/** The model server behind the proxy: says the first argument's number of words to everybody. Prints its address, ends with its standard input. */
import { once } from 'node:events'
import { startScriptedServer } from '../../../../tests/fakes/scripted-llm/server.ts'

// Nothing in it is in doubt: the monitor looks, and has nothing to say.
const WORDS = 'The gene is studied in many places, and what was found there is compared with care.'.split(' ')

const text = Array.from({ length: Number(process.argv[2]) }, (_, at) => `${WORDS[at % WORDS.length]} `)
await using server = await startScriptedServer({ answers: () => ({ text }) })
console.log(server.url)
process.stdin.resume()
await once(process.stdin, 'end')
