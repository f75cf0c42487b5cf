export { createMcpOverHttp, type McpOverHttp } from './http.ts'
export type { McpSettings, ToldFailure } from './server.ts'
export { serveMcpOverStdio } from './stdio.ts'
