/** The other side of the PDF benchmark: a child process that gives the text of a PDF by pdf-parse. */
import { PDFParse } from 'pdf-parse'

process.on('message', (bytes: Uint8Array) => {
  const parser = new PDFParse({ data: new Uint8Array(bytes) })
  parser.getText().then(
    ({ text, total }) => finish(parser, { text, pages: total }),
    (error: unknown) => finish(parser, { text: String(error), pages: 0 }),
  )
})
process.on('disconnect', () => process.exit(0))

function finish(parser: PDFParse, answer: { readonly text: string; readonly pages: number }): void {
  parser.destroy().then(
    () => process.send?.({ kind: 'done', answer, residentMb: 0 }),
    (error: unknown) => {
      process.stderr.write(String(error))
      process.exit(1)
    },
  )
}
