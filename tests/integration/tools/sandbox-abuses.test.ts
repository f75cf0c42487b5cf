/** An abuse or two of every kind; all of them are in sandbox-abuses.long.test.ts. */
import { checkAbuses } from '../../fixtures/abuses/check-abuses.ts'

checkAbuses([
  'a connection to a server on this machine',
  'reading a file of the host',
  'writing a file of the host',
  'the environment of the host',
  'killing the process that started it',
  'another process',
  'another process of the interpreter itself',
  'small threads without end',
  '10 GB of memory',
  'leaving at once',
  'process by js',
  'process as this of a getter, signalling the host',
  'a folder of the host mounted',
])
