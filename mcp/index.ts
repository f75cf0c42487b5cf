export { createMcpOverHttp, type McpOverHttp } from './http.ts'
export type { McpSettings, ToolFailure } from './server.ts'
export { serveMcpOverStdio } from './stdio.ts'
