/** Files that were dropped on the page, those of dropped folders included. */

/**
 * @param {DataTransfer | null} transfer
 * @returns {Promise<File[]>}
 */
export async function droppedFiles(transfer) {
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry())
  if (entries.length === 0 || entries.includes(null)) return [...(transfer?.files ?? [])]
  return (await Promise.all(entries.flatMap((entry) => (entry === null ? [] : [filesOf(entry)])))).flat()
}

/**
 * @param {FileSystemEntry} entry
 * @returns {Promise<File[]>}
 */
async function filesOf(entry) {
  // Hidden files are nothing that a person means to add.
  if (entry.name.startsWith('.')) return []
  if (isFile(entry)) return [await new Promise((resolve, reject) => entry.file(resolve, reject))]
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader()
  /** @type {File[]} */
  const files = []
  // A reader gives some entries at a time, and none at the end.
  for (;;) {
    /** @type {FileSystemEntry[]} */
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return files
    for (const one of some) files.push(...(await filesOf(one)))
  }
}

/**
 * @param {FileSystemEntry} entry
 * @returns {entry is FileSystemFileEntry}
 */
function isFile(entry) {
  return entry.isFile
}
