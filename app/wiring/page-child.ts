/** A child process that reads web pages. Started by page-pool.ts, never imported. */
import { serveParent } from '../../core/index.ts'
import { textOfPage } from '../../ingest/adapters/html-text.ts'
import { parseShallowHtml } from '../../ingest/adapters/shallow-html.ts'
import { pageLinks } from '../../tools/adapters/page-links.ts'
import { bestPassages } from '../../tools/index.ts'
import type { PageAnswer, PageRequest } from './page-protocol.ts'

serveParent<PageRequest, PageAnswer>(async (request) => {
  if (request.kind === 'html') {
    const page = parseShallowHtml(request.html)
    return { kind: 'html', contents: { text: textOfPage(page).text, links: pageLinks(page, request.base) } }
  }
  const { text, question, maxWords } = request
  return { kind: 'passages', passages: bestPassages(text, question, maxWords) }
})
