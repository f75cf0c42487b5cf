/** Files that were dropped on the page, those of dropped folders included. */

export async function droppedFiles(transfer: DataTransfer | null): Promise<File[]> {
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry())
  if (entries.length === 0 || entries.includes(null)) return [...(transfer?.files ?? [])]
  return (await Promise.all(entries.flatMap((entry) => (entry === null ? [] : [filesOf(entry)])))).flat()
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  // Hidden files are nothing that a person means to add.
  if (entry.name.startsWith('.')) return []
  if (isFile(entry)) return [await new Promise((resolve, reject) => entry.file(resolve, reject))]
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const files: File[] = []
  // A reader gives some entries at a time, and none at the end.
  for (;;) {
    const some: FileSystemEntry[] = await new Promise((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return files
    for (const one of some) files.push(...(await filesOf(one)))
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}
