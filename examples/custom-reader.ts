/**
 * A reader for files that Gloss does not know: e-mails with a paper in their text.
 *
 *     gloss ingest ./mails --reader ./custom-reader.ts
 */
import type { ReaderPlugIn } from '@gloss-papers/gloss'

export const reader: ReaderPlugIn = {
  name: 'mail',
  endings: ['.eml'],
  read({ bytes }) {
    const [head = '', ...body] = new TextDecoder().decode(bytes).split(/\r?\n\r?\n/)
    const title = /^Subject: (.+)$/m.exec(head)?.[1]
    const year = Number(/^Date: .*\b(\d{4})\b/m.exec(head)?.[1])
    return {
      pages: [body.join('\n\n')],
      ...(title === undefined ? {} : { title }),
      ...(Number.isInteger(year) ? { year } : {}),
    }
  },
}
