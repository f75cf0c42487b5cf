/** Creates links to files of the service. With an API key, which a link cannot carry, the file is fetched and then opened or saved. */
import type { Parts, PathOf } from './api.d.ts'
import { getBlob, hasKey, hrefOf } from './api-client.ts'
import { element, errorNotice } from './dom.ts'

// How long a fetched file stays in memory for the window that opens it. Chosen, not measured.
const KEPT_MS = 60_000

/** Creates a link. `fileName`: name to save the file under. Default: opens it in a new window. */
export function fileLink<Path extends PathOf<'get'>>(
  text: string,
  path: Path,
  parts: Parts<'get', Path>,
  { fileName }: { fileName?: string } = {},
) {
  const target = fileName === undefined ? { target: '_blank', rel: 'noopener' } : { download: fileName }
  const link = element('a', { href: hrefOf(path, parts), ...target }, text)
  link.onclick = async (event) => {
    if (!hasKey()) return
    event.preventDefault()
    try {
      openFile(await getBlob(path, parts), target)
    } catch (error) {
      link.after(errorNotice(error))
    }
  }
  return link
}

function openFile(blob: Blob, target: Partial<HTMLAnchorElement>) {
  const href = URL.createObjectURL(blob)
  element('a', { href, ...target }).click()
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS)
}

export function saveText(text: string, fileName: string) {
  openFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), { download: fileName })
}
