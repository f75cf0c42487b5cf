/** Replaces papers' paths by file names in answers to clients, since only the operator may see where files are. */
import { basename } from 'node:path'

/** Extension of a list's file, before a record's `#`. */
const LIST = /\.\w{1,8}(?=#)/

interface PathFields {
  readonly path: string
  readonly paths?: readonly string[]
  /** Detail that may quote a path. */
  readonly detail: string
}

export function withoutFolders<Paper extends PathFields>(paper: Paper): Paper {
  const { path, paths, detail } = paper
  const known = [path, ...(paths ?? [])].filter((each) => each !== '')
  return {
    ...paper,
    path: nameOf(path),
    ...(paths === undefined ? {} : { paths: paths.map(nameOf) }),
    detail: known.reduce((text, each) => text.replaceAll(fileOf(each), nameOf(fileOf(each))), detail),
  }
}

/** Returns `list.jsonl#7` for `/home/me/list.jsonl#7`; the address of a library is not changed. */
function nameOf(path: string): string {
  if (path.startsWith('zotero:')) return path
  const file = fileOf(path)
  return basename(file) + path.slice(file.length)
}

/** Returns the path without the record's key, which may contain any character. */
function fileOf(path: string): string {
  const list = LIST.exec(path)
  return list === null ? path : path.slice(0, list.index + list[0].length)
}
