/** Levels of the debug log, from the least to the most severe. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const
