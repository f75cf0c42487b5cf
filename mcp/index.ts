export { createMcpOverHttp } from './http.ts'
export type { ToolFailure } from './server.ts'
export { serveMcpOverStdio } from './stdio.ts'
