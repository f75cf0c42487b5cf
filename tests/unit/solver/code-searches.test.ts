/** Searches by code are part of what it came to, so that a run that is resumed counts them as often as one that was not. */
import { expect, test } from 'vitest'
import { GlossError } from '../../../core/index.ts'
import { withSearches } from '../../../solver/index.ts'
import { NEVER } from '../../fakes/fake-thinking.ts'

const down = new GlossError('GRAPH_MISSING', 'No facts.')
const search = (call: (values: readonly string[]) => Promise<unknown>) => ({
  search_local_documents: { parameters: ['query'], call },
  web_search: { parameters: ['keywords'], call: async () => ['other'] },
})

test('are told with what they found, and failures go on to the code', async () => {
  const functions = search(async ([query]) => {
    if (query === 'b') throw down
    return query === 'a' ? ['one', 'two'] : []
  })
  const output = await withSearches(functions, async (recorded) => {
    for (const query of ['a', 'b', 'c'])
      await recorded['search_local_documents']
        ?.call([query], NEVER)
        .catch((error: unknown) => expect(error).toBe(down))
    await recorded['web_search']?.call(['x'], NEVER)
    return 'printed'
  })
  expect(output).toEqual({
    result: 'printed',
    searches: [
      { query: 'a', found: 2 },
      { query: 'b', found: null, failure: { code: 'GRAPH_MISSING', message: 'No facts.' } },
      { query: 'c', found: 0 },
    ],
  })
})
