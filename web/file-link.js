/** Links to files of the service. With an API key, which a link cannot carry, the file is fetched and then opened or saved. */
/** @import { Parts, PathOf } from './api.js' */
import { getBlob, hasKey, hrefOf } from './api-client.js'
import { element, errorNotice } from './dom.js'

// How long a fetched file stays in memory for the window that opens it. Chosen, not measured.
const KEPT_MS = 60_000

/**
 * @template {PathOf<'get'>} Path
 * @param {string} text
 * @param {Path} path
 * @param {Parts<'get', Path>} parts
 * @param {{ fileName?: string }} [options] saved under this name; opened in a new window where absent
 */
export function fileLink(text, path, parts, { fileName } = {}) {
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

/**
 * @param {Blob} blob
 * @param {Partial<HTMLAnchorElement>} target
 */
function openFile(blob, target) {
  const href = URL.createObjectURL(blob)
  element('a', { href, ...target }).click()
  setTimeout(() => URL.revokeObjectURL(href), KEPT_MS)
}

/**
 * @param {string} text
 * @param {string} fileName
 */
export function saveText(text, fileName) {
  openFile(new Blob([text], { type: 'text/plain;charset=utf-8' }), { download: fileName })
}
