/** Returns the files that were dropped on the page, including those of dropped folders. */

export async function droppedFiles(transfer: DataTransfer | null): Promise<File[]> {
  const entries = [...(transfer?.items ?? [])].map((item) => item.webkitGetAsEntry())
  if (entries.length === 0 || entries.includes(null)) return [...(transfer?.files ?? [])]
  return (await Promise.all(entries.flatMap((entry) => (entry === null ? [] : [filesOf(entry)])))).flat()
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  // A person does not mean to add hidden files.
  if (entry.name.startsWith('.')) return []
  if (isFile(entry)) return [await new Promise((resolve, reject) => entry.file(resolve, reject))]
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const files: File[] = []
  // A reader returns a few entries at a time, and none at the end.
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
