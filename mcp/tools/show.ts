/** `show`: the printed page as a picture, with the unit marked. */
import { z } from 'zod'
import { markedPage } from '../../app/papers/index.ts'
import { shortId, shortLine } from '../short-forms.ts'
import { corpus, paper, stampOf, tool, unit } from '../tool.ts'

// Tokens of a picture: pixels / 750 (Anthropic, "Vision": image tokens); OpenAI's tiles of 512 pixels cost about as much.
const PIXELS_PER_TOKEN = 750
/** Tokens reserved for the text beside the picture. */
const WORDS_TOKENS = 200
// A page is readable at this size, and no more readable above it. Chosen by looking at pages of the sample papers.
const MAX_PIXELS = 1_500_000

export function showTool() {
  return tool({
    name: 'show',
    description: 'See the printed page (PNG) of a unit, marked in yellow, or any page of a PDF paper.',
    isReadOnly: true,
    input: z.strictObject({
      unit: unit.optional(),
      paper: paper.optional(),
      page: z.int().min(1).optional(),
      corpus,
    }),
    async run(asked, { gloss, budget, signal }) {
      const pixels = Math.min(MAX_PIXELS, (budget - WORDS_TOKENS) * PIXELS_PER_TOKEN)
      const shown = await markedPage(gloss, { ...asked, pixels }, signal)
      const { png, paper, title, page, pages, isMarked, width, height } = shown
      const head = {
        paper: shortId(paper),
        title: shortLine(title),
        page,
        ...(asked.unit === undefined ? {} : { isMarked }),
        ...(pages.length > 1 ? { unitPages: pages } : {}),
      }
      const stamp = await stampOf(await gloss.session(asked.corpus))
      const picture = { bytes: png, tokens: Math.ceil((width * height) / PIXELS_PER_TOKEN) }
      return { head, items: [], stamp, picture }
    },
  })
}
