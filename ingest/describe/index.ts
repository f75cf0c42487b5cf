export { type DescribeTools, describe, describeText } from './describe.ts'
