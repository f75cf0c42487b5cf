/**
 * A tool for the Vercel AI SDK, with which a model searches the papers. `npm install ai zod`
 *
 *     node ai-sdk-tool.ts FOLDER_OF_PAPERS
 */

import { type GlossLibrary, openGloss } from '@gloss-papers/gloss'
import { tool } from 'ai'
import { z } from 'zod'

export function searchPapers(gloss: GlossLibrary) {
  return tool({
    description: 'Searches the papers. Returns short quotes with their sources.',
    inputSchema: z.object({ question: z.string().min(1) }),
    async execute({ question }, { abortSignal }) {
      const signal = abortSignal === undefined ? {} : { signal: abortSignal }
      const { hits, answerable } = await gloss.retrieve(question, { k: 5, ...signal })
      return {
        answerable,
        quotes: hits.map(({ text, title, page }) => ({ text, source: `${title}, page ${page}` })),
      }
    },
  })
}

const [papers = './papers'] = process.argv.slice(2)
await using gloss = await openGloss({ workspace: './tool-corpora' })
await gloss.ingest([papers])
// With a model: generateText({ model, tools: { searchPapers: searchPapers(gloss) }, prompt: … })
const answer = await searchPapers(gloss).execute?.(
  { question: 'Which IC50 did the bark extract show?' },
  { toolCallId: 'example', messages: [], context: undefined as never },
)
console.log(JSON.stringify(answer))
