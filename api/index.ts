export { stopServer } from './http/shutdown.ts'
export { buildServer, type ServerOptions } from './server.ts'
