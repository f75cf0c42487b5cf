/**
 * Gloss with custom parts.
 *
 *     node own-parts.ts FOLDER
 */
import { openGloss } from '@gloss-papers/gloss'
import { backend } from './custom-backend.ts'
import { reader } from './custom-reader.ts'

const [folder = './mails'] = process.argv.slice(2)

await using gloss = await openGloss({
  workspace: './own-parts-corpora',
  plugIns: {
    backends: { shared: backend },
    readers: [reader],
    gate: {
      name: 'no drafts 1',
      decide: ({ title }) => ({ keep: !title.includes('Draft'), reason: 'draft' }),
    },
  },
})

const { kept, dropped } = await gloss.ingest([folder])
console.log(`kept ${kept}, dropped ${JSON.stringify(dropped)}`)
const { hits, backend: by } = await gloss.retrieve('How much lupeol is in the bark?', {
  backend: 'shared',
  k: 1,
})
for (const { text, title } of hits) console.log(`${by}: ${text} [${title}]`)
