/** The service serves the package's own file at this address. */
export * from 'eventsource-parser/stream'
