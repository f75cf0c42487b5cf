/** How a browser names and shows a file that it gets. */

/** The value of `content-disposition` (RFC 6266), the name in the spelling of RFC 8187. */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename*=UTF-8''${encoded}`
}

/** Media type and ending of every format that is written. */
export const FILE_TYPES = {
  bibtex: { type: 'application/x-bibtex; charset=utf-8', ending: 'bib' },
  ris: { type: 'application/x-research-info-systems; charset=utf-8', ending: 'ris' },
  'csl-json': { type: 'application/vnd.citationstyles.csl+json; charset=utf-8', ending: 'json' },
  csv: { type: 'text/csv; charset=utf-8', ending: 'csv' },
  jsonl: { type: 'application/jsonl; charset=utf-8', ending: 'jsonl' },
  graphml: { type: 'application/xml; charset=utf-8', ending: 'graphml' },
  hipporag: { type: 'application/json; charset=utf-8', ending: 'json' },
} as const
