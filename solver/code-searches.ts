/** Records the searches of the corpus by code that a model wrote. */
import { isGlossError } from '../core/index.ts'
import type { CodeOutput, CodeSearch } from '../monitor/index.ts'
import type { GuestFunctions } from '../tools/index.ts'

/** Name of the function in the published prompts. Its first argument is the query, its result a list of texts. */
const SEARCH = 'search_local_documents'

/** Runs code with `functions`, and returns its result with its searches in order. */
export async function withSearches(
  functions: GuestFunctions,
  run: (functions: GuestFunctions) => Promise<string>,
): Promise<CodeOutput> {
  const searches: CodeSearch[] = []
  const search = functions[SEARCH]
  if (search === undefined) return { result: await run(functions), searches }
  const recorded: GuestFunctions[string] = {
    parameters: search.parameters,
    async call(values, signal) {
      const [query = ''] = values
      try {
        const texts = await search.call(values, signal)
        searches.push({ query, found: Array.isArray(texts) ? texts.length : 0 })
        return texts
      } catch (error) {
        if (isGlossError(error)) {
          const { code, message } = error
          searches.push({ query, found: null, failure: { code, message } })
        }
        throw error
      }
    },
  }
  return { result: await run({ ...functions, [SEARCH]: recorded }), searches }
}
