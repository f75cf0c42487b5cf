export { stopServer } from './http/shutdown.ts'
export { buildServer, type ServerOptions } from './server.ts'
export type { GlossReport } from './v1/gloss-report.ts'
