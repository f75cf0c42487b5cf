export { stopServer } from './life.ts'
export { buildServer, type ServerOptions } from './server.ts'
